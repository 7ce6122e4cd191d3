import { Link } from "react-router"
import { Icon } from "#app/ui/icon.tsx"
import { FORM } from "./use-focus-on-edit.ts"

type Props = {
  /** What the letter begins with. */
  of: "episode" | "news" | "article"
  id: number
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
}

/** To a new letter to the subscribers about an item. */
export function LetterLink({ of, id, subject }: Props) {
  return (
    <Link to={`/admin/letters?${of}=${id}#${FORM}`} className="office-button">
      <Icon name="send" />
      Écrire une lettre
      {subject && <span className="sr-only"> : {subject}</span>}
    </Link>
  )
}
