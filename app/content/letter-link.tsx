import { Link } from "react-router"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { Icon } from "#app/kit/ui/icon.tsx"

type Props = {
  /** What the letter begins with. */
  of: "episode" | "news" | "article"
  id: number
  /** What it is about, for those who do not see the row it stands in. */
  subject?: string
  /** Within a line of text. */
  isInline?: boolean
  className?: string
}

export const newLetter = (of: Props["of"], id: number) => `/admin/letters/new?${of}=${id}`

/** To a new letter to the subscribers about an item; only for who may write them. */
export function LetterLink({ of, id, subject, isInline = false, className }: Props) {
  if (!can(useViewer(), "letters")) return null
  return (
    <Link to={newLetter(of, id)} className={className ?? (isInline ? "underline" : "office-button")}>
      {!isInline && <Icon name="send" />}
      Écrire une lettre
      {subject && <span className="sr-only"> : {subject}</span>}
    </Link>
  )
}
