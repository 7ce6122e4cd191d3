import { useId } from "react"
import { useFetcher } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { ManagedItem } from "./managed-context.ts"

type AuthorProps = { id: number } & Required<Pick<ManagedItem, "authors">> & Pick<ManagedItem, "author">

/** Whose it is, and to whom an admin gives it. */
export function AuthorForm({ id, author, authors }: AuthorProps) {
  const { Form } = useFetcher()
  const field = useId()
  return (
    <Form method="post" className="item-author">
      <HiddenFields fields={{ intent: "author", id: String(id) }} />
      <label htmlFor={field}>Auteur</label>
      <select
        key={author?.id}
        id={field}
        name="author"
        defaultValue={author?.id ?? ""}
        onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        className="control"
      >
        {!author && <option value="">Personne</option>}
        {authors.map(({ id: value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="office-button">
          Changer
        </button>
      </noscript>
    </Form>
  )
}
