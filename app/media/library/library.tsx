import { Link, useFetcher } from "react-router"
import { formatCount, type ListType } from "#app/content/lists/list-type.ts"
import { listAddress, type ListView } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { SelectBox } from "#app/content/lists/selection.tsx"
import { binLink } from "#app/content/bin-link.ts"
import { useViewer } from "#app/kit/http/use-viewer.ts"
import { can } from "#app/kit/lib/rights.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import { MEDIA_KINDS, type MediaKind, type MediaState } from "#app/kit/lib/media.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { formatBytes } from "../file-facts.ts"
import { MEDIA_PATH, mediumPage } from "../media.copy.ts"
import { SendFiles } from "../upload/send-files.tsx"
import type { libraryIntents } from "./medium-form.schema.ts"
import { MediumThumbnail } from "./medium-thumbnail.tsx"
import { useFreshList } from "./use-fresh-list.ts"

type Props = {
  type: ListType
  searchLabel: string
  emptyText: string
  view: ListView
  rows: LibraryMedium[]
  total: number
  newestId?: number
  failure: string | undefined
  /** Pictures of which nobody said what they show. */
  withoutAlt?: number
  /** In bytes. */
  space: { bytes: number; unused: number } | null
}

/** The card of the whole library: what is in it, searched and narrowed down. */
export function Library({ rows, space, withoutAlt = 0, ...list }: Props) {
  const source = useMediaSource()
  const mayDelete = can(useViewer(), "publishing")
  useFreshList(rows.some(({ state }) => state === "waiting" || state === "working"))

  const grid = (
    <ul className="media-grid mt-4" data-typed={isTyped(list.view) ? "" : undefined}>
      {rows.map((medium) => (
        <MediaCard key={medium.id} medium={medium} view={list.view} />
      ))}
    </ul>
  )
  return (
    <ManagerList
      {...list}
      title="Tous les médias"
      path={list.type.path}
      isPlain
      nouns={list.type.nouns}
      more={mayDelete ? [binLink("medium")] : []}
      tools={
        <>
          {source && (
            <div className="mt-3 noscript:hidden">
              <SendFiles upload={source.upload} kinds={MEDIA_KINDS} isMany onSent={nothing} />
            </div>
          )}
          {space && space.bytes > 0 && (
            <p className="mt-2 text-sm text-paper-ink">
              Espace occupé{"\u00a0"}: {formatBytes(space.bytes)}
              {space.unused > 0 && `, dont ${formatBytes(space.unused)} par des médias inutilisés`}
              {withoutAlt > 0 && (
                <>
                  {" · "}
                  <Link to={`${MEDIA_PATH}?etat=sans-texte`} className="whitespace-nowrap underline">
                    sans texte alternatif ({formatCount(withoutAlt)})
                  </Link>
                </>
              )}
            </p>
          )}
        </>
      }
    >
      {mayDelete ? (
        <SelectableList
          {...list}
          rows={rows.filter(({ isUsed }) => !isUsed)}
          label="Sélectionner les inutilisés"
        >
          {grid}
        </SelectableList>
      ) : (
        grid
      )}
    </ManagerList>
  )
}

/** What pictures show is typed in the list of those that lack it. */
const isTyped = ({ filters }: ListView) => filters.etat === "sans-texte"

/** The list hears of them by itself. */
const nothing = () => {}

type LibraryMedium = {
  id: number
  kind: MediaKind
  title: string
  alt: string
  state: MediaState
  failure: string
  isUsed: boolean
  thumbnail: string | null
  facts: string[]
}

type MediaCardProps = { medium: LibraryMedium; view: ListView }

/** One medium of the library; only what nothing uses can be selected, to be deleted. */
function MediaCard({ medium, view }: MediaCardProps) {
  const { id, kind, title, alt, state, failure, isUsed, thumbnail, facts } = medium
  const lacksAlt = kind === "image" && alt === "" && state === "ready"
  return (
    <li className="relative min-w-0">
      <Link to={listAddress(mediumPage(id), view)} className="media-card">
        <MediumThumbnail kind={kind} address={thumbnail} />
        <span className="media-card-title">{title}</span>
        <span className="media-card-facts">{[...facts, ...(isUsed ? [] : ["inutilisé"])].join(" · ")}</span>
      </Link>
      {!isUsed && <SelectBox id={id} subject={title} className="media-tick" />}
      {lacksAlt && isTyped(view) && <AltForm id={id} title={title} />}
      <div className="mt-1 flex flex-wrap gap-1">
        {lacksAlt && !isTyped(view) && <Badge variant="secondary">Sans texte alternatif</Badge>}
        {(state === "waiting" || state === "working") && <Badge variant="secondary">En préparation…</Badge>}
        {state === "failed" && <Badge>Échec</Badge>}
      </div>
      {state === "failed" && (
        <div className="mt-1 grid justify-items-start gap-2">
          <p className="text-sm break-words text-blood-dark">{failure}</p>
          <ActionButton
            label="Réessayer"
            icon="refresh-cw"
            subject={title}
            fields={{ intent: "retry", id: String(id) } satisfies Asking<typeof libraryIntents>}
          />
        </div>
      )}
    </li>
  )
}

/** What a picture shows, typed where it lies; Enter saves it and goes to the next one. */
function AltForm({ id, title }: { id: number; title: string }) {
  const { Form, state } = useFetcher()
  return (
    <Form
      method="post"
      className="media-alt"
      onSubmit={(event) => {
        if (state === "idle") focusAfter(event.currentTarget)
        else event.preventDefault()
      }}
    >
      <HiddenFields
        fields={{ intent: "describe", id: String(id) } satisfies Partial<Asking<typeof libraryIntents>>}
      />
      <input
        name="alt"
        required
        maxLength={1_000}
        aria-label={`Texte alternatif : ${title}`}
        placeholder="Texte alternatif"
        autoComplete="off"
        className="control"
      />
      <button type="submit" title="Enregistrer" className="icon-button">
        <Icon name="check" />
        <span className="sr-only">
          Enregistrer{"\u00a0"}: {title}
        </span>
      </button>
    </Form>
  )
}

/** The list is read anew without the picture that is described by now: whoever goes on typing is in the next one. */
function focusAfter(form: HTMLFormElement) {
  const fields = [...document.querySelectorAll<HTMLInputElement>(".media-alt > input[name=alt]")]
  const next = fields[fields.findIndex((field) => form.contains(field)) + 1]
  next?.focus()
}
