import { useMemo, useState } from "react"
import { type BlockTool, BlockToolsContext } from "#app/kit/form/block-tools.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { BlockChoices } from "./block-choices.tsx"
import { BLOCK_KINDS, type BlockKind } from "./blocks.ts"

const TOOLS: Record<BlockKind, { icon: IconName; label: string; title: string }> = {
  episode: { icon: "mic", label: "Épisode", title: "Insérer un épisode" },
  news: { icon: "newspaper", label: "Actualité", title: "Insérer une actualité" },
  article: { icon: "pen-line", label: "Article", title: "Insérer un article" },
}
const BUTTON: BlockTool = {
  icon: "external-link",
  label: "Bouton",
  pick: () => Promise.resolve("[Texte du bouton](https://…)"),
}

type Asked = { kind: BlockKind; answer: (address: string | undefined) => void }

/** Offers the text's tools cards of what is on the site, chosen in a dialog, and buttons. */
export function BlockPicker({ children }: { children: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const tools = useMemo(
    () => [
      ...BLOCK_KINDS.map((kind): BlockTool => ({
        icon: TOOLS[kind].icon,
        label: TOOLS[kind].label,
        pick: () => new Promise((answer) => setAsked({ kind, answer })),
      })),
      BUTTON,
    ],
    [],
  )
  const finish = (address?: string) => {
    setAsked(null)
    asked?.answer(address)
  }
  return (
    <>
      <BlockToolsContext value={tools}>{children}</BlockToolsContext>
      {/* Beside the form: what is typed here is none of its fields. */}
      <Dialog isOpen={asked !== null} onClose={() => finish()} title={asked ? TOOLS[asked.kind].title : ""}>
        {asked && <BlockChoices kind={asked.kind} onChoose={finish} />}
      </Dialog>
    </>
  )
}
