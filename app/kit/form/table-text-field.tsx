import { useState } from "react"
import { decodeText } from "#app/kit/lib/decode-text.ts"
import { useHasScripts } from "#app/kit/ui/use-has-scripts.ts"
import { TextArea } from "./field.tsx"
import type { BoundField } from "./fields-of.ts"
import { TableFileField } from "./table-file-field.tsx"

type Props = BoundField & { hint: string; placeholder: string; rows?: number }

/** A table as text, and where scripts run a file that is read into it. */
export function TableTextField({ rows = 10, ...field }: Props) {
  const [read, setRead] = useState<{ text: string; round: number }>()
  const hasScripts = useHasScripts()
  const take = async (file: File | undefined) => {
    if (!file) return
    const text = decodeText(new Uint8Array(await file.arrayBuffer()))
    setRead({ text, round: (read?.round ?? 0) + 1 })
  }
  return (
    <>
      {hasScripts && <TableFileField onChoose={([file]) => void take(file)} />}
      <TextArea
        key={read?.round}
        label={hasScripts ? "ou le tableau, collé ici" : "Le tableau"}
        {...field}
        defaultValue={read?.text ?? field.defaultValue}
        rows={rows}
      />
    </>
  )
}
