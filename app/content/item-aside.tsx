import { use } from "react"
import { Link } from "react-router"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { askDeletion } from "./ask-deletion.ts"
import { AuthorForm } from "./author-form.tsx"
import { PreviewLine } from "./drafts/preview-line.tsx"
import { VersionsLine } from "./drafts/versions-line.tsx"
import { HistoryLink } from "./history-link.tsx"
import { ItemSave } from "./item-save.tsx"
import { newLetter } from "./letter-link.tsx"
import { ManagedContext, type ManagedItem } from "./managed-context.ts"

type Props = React.ComponentProps<typeof ItemSave> & {
  isNew: boolean
  checks?: React.ReactNode
  /** What else can be done with the item. */
  links?: React.ReactNode
}

/** Beside the form of an item: the button that says what will happen, what is advised before, and what belongs to it. */
export function ItemAside({ isNew, checks, links, ...save }: Props) {
  const managed = use(ManagedContext)
  if (!managed) return null
  return (
    <div className="item-aside">
      <ItemSave {...save} />
      {checks && <div className="item-panel">{checks}</div>}
      <section aria-label="Et aussi" className="item-panel item-links">
        <PreviewLine />
        <VersionsLine />
        {!isNew && <ItemLines managed={managed} links={links} />}
      </section>
    </div>
  )
}

/** What belongs to an item that is stored. */
function ItemLines({ managed, links }: { managed: ManagedItem; links: React.ReactNode }) {
  const { type, row, author, authors } = managed
  if (!row) return null
  const deletion = row.deletion ?? askDeletion(type, row)
  return (
    <>
      <LetterLine {...managed} />
      {!row.isFixed && !type.isDraftsOnly && (
        <ConfirmButton
          label={deletion.toBin ? "Mettre à la corbeille" : "Supprimer"}
          icon="trash"
          subject={row.title}
          className="item-link"
          {...deletion}
        />
      )}
      <div className="item-quiet">
        {links}
        <HistoryLink kind={type.kind} id={row.id} subject={row.title} />
        {author && !authors && <span>Par {author.name}</span>}
        {authors && <AuthorForm id={row.id} author={author} authors={authors} />}
      </div>
    </>
  )
}

/** To the letter that announces an item by itself, or to a new one about it. */
function LetterLine({ type, row, letter }: ManagedItem) {
  const isWriter = can(useViewer(), "letters")
  if (!type.letter || !row || !isWriter) return null
  return (
    <Link to={letter?.to ?? newLetter(type.letter, row.id)} className="item-link">
      <Icon name="mail" />
      Lettre aux abonnés <span className="item-link-fact">{letter?.state ?? "à écrire"}</span>
    </Link>
  )
}
