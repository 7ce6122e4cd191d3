import { fieldId } from "./use-field.ts"
import { leadTo } from "./use-form.ts"

type Props = { form: string; name: string; className?: string; children: React.ReactNode }

/** To a field of a form that has an id, in whatever part of it that is. */
export function FieldLink({ form, name, className = "underline", children }: Props) {
  const id = fieldId(form, name)
  return (
    <a
      href={`#${id}`}
      className={className}
      onClick={(event) => {
        event.preventDefault()
        leadTo(document.getElementById(id))
      }}
    >
      {children}
    </a>
  )
}
