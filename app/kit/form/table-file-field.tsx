import { useId } from "react"
import { FieldFrame } from "./field-frame.tsx"

type Props = {
  hint?: string
  error?: string
  isMultiple?: boolean
  onChoose: (files: File[]) => void
}

/** A file that holds a table: for a script, as it is part of no form. */
export function TableFileField({ hint, error, isMultiple, onChoose }: Props) {
  const id = useId()
  const about = error ? "error" : hint && "hint"
  return (
    <FieldFrame id={id} label={isMultiple ? "Fichiers CSV" : "Fichier CSV"} hint={hint} error={error}>
      <input
        id={id}
        type="file"
        multiple={isMultiple}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        className="control"
        aria-invalid={error !== undefined}
        aria-describedby={about && `${id}-${about}`}
        onChange={({ currentTarget }) => onChoose([...(currentTarget.files ?? [])])}
      />
    </FieldFrame>
  )
}
