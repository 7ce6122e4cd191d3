import { useId, useState, useSyncExternalStore } from "react"
import { TextArea } from "#app/kit/form/field.tsx"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import type { BoundField } from "#app/kit/form/fields-of.ts"

const HINT =
  "Une redirection par ligne : ancienne adresse ; nouvelle adresse ; code (301 ou 410, 301 s’il manque). Points-virgules, virgules ou tabulations ; la première ligne peut nommer les colonnes."

/** The table as text, and where scripts run a file that is read into it. */
export function CsvFields(field: BoundField) {
  const [read, setRead] = useState<{ text: string; round: number }>()
  const hasScripts = useSyncExternalStore(never, yes, no)
  const id = useId()
  const take = async (file: File | undefined) => {
    if (file) setRead({ text: decode(await file.arrayBuffer()), round: (read?.round ?? 0) + 1 })
  }
  return (
    <>
      {hasScripts && (
        <FieldFrame id={id} label="Fichier CSV" hint={undefined} error={undefined}>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            className="control"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </FieldFrame>
      )}
      <TextArea
        key={read?.round}
        label={hasScripts ? "ou le tableau, collé ici" : "Le tableau"}
        hint={HINT}
        {...field}
        defaultValue={read?.text ?? field.defaultValue}
        rows={10}
        placeholder={"/ancien;/nouveau\n/2023/*;/blog/*\n/supprime;;410"}
      />
    </>
  )
}

const never = () => () => {}
const yes = () => true
const no = () => false

/** Spreadsheets on French machines write Windows' letters unless one asks for others. */
function decode(bytes: ArrayBuffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
