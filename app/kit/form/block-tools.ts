import { createContext } from "react"
import type { IconName } from "#app/kit/ui/icon.tsx"

/** A tool that puts a block into a text. */
export type BlockTool = {
  icon: IconName
  label: string
  /** @returns what to insert, on lines of its own; nothing where nothing was chosen */
  pick: () => Promise<string | undefined>
}

/** What a form offers to insert into its texts, beside pictures and sounds. */
export const BlockToolsContext = createContext<readonly BlockTool[]>([])
