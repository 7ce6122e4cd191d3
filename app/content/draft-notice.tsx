import { Link } from "react-router"
import type { Publication } from "./publication.ts"

type Props = Publication & { editAddress: string }

/** Over a page that visitors do not see yet: what it is, and the way back to its form. */
export function DraftNotice({ status, scheduledFor, editAddress }: Props) {
  if (status === "published") return null
  const isDraft = status === "draft"
  return (
    <div className="bg-gold text-ink">
      <p className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
        <strong className="stamp text-xl">{isDraft ? "Brouillon" : "Programmé"}</strong>
        <span>
          {isDraft
            ? "Les visiteurs ne voient pas cette page."
            : `Cette page paraîtra d’elle-même le ${scheduledFor} ; d’ici là, les visiteurs ne la voient pas.`}
        </span>
        <Link to={editAddress} className="inline-flex min-h-11 items-center font-semibold underline">
          Modifier
        </Link>
      </p>
    </div>
  )
}
