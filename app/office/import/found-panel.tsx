import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { type ImportFindings, TEXT_TYPES } from "#app/kit/lib/imports.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { type CategoryLabels, categoryLabel } from "#app/writing/news/news.schema.ts"
import { describeAccounts, describeFound, describeKnown, TYPES_SAID } from "./imports.copy.ts"
import { categoryField, FATES, type importIntents, ownCategory } from "./imports.schema.ts"

/** Of a list, at once: the others behind a word. */
const SHOWN = 8

/** What an import's files hold, what of it is here already, and what cannot come along. */
export function FoundPanel({ found, source, name }: { found: ImportFindings; source: string; name: string }) {
  const { texts, losses, parts } = found
  const isAnyText = TEXT_TYPES.some((type) => texts[type].count > 0)
  return (
    // Tables have no title but their files' names, which the import is called by.
    <Panel title={found.title && found.title !== name ? found.title : "Ce que contiennent ces fichiers"}>
      {isAnyText && (
        <table className="office-table">
          <thead>
            <tr>
              <th scope="col">Contenu</th>
              <th scope="col">Nombre</th>
              <th scope="col">Publiés</th>
              <th scope="col">Déjà ici</th>
              <th scope="col">Par exemple</th>
            </tr>
          </thead>
          <tbody>
            {TEXT_TYPES.filter((type) => texts[type].count > 0).map((type) => {
              const { count, published, titles } = texts[type]
              return (
                <tr key={type}>
                  <th scope="row">{TYPES_SAID[type]}</th>
                  <td data-label="Nombre">{format(count)}</td>
                  <td data-label="Publiés">{format(published)}</td>
                  <td data-label="Déjà ici">{describeKnown(texts[type])}</td>
                  <td data-label="Par exemple" className="wrap-anywhere">
                    {titles.map((title) => title || "Sans titre").join(" · ")}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      <ul className="mt-4 grid max-w-[75ch] list-disc gap-1 pl-5 empty:hidden">
        {describeFound(found, source).map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {parts && parts.unknown > 0 && <UnknownParts {...parts} />}
      {losses.length > 0 && (
        <section className="mt-6">
          <h3 className="mb-2 text-lg font-extrabold">{LOSSES_TITLE}</h3>
          <Losses losses={losses} />
        </section>
      )}
    </Panel>
  )
}

const LOSSES_TITLE = "Ce qui ne viendra pas"

/** Where nothing else was found than what is shown elsewhere. */
export function LossesPanel({ losses }: Pick<ImportFindings, "losses">) {
  return (
    <Panel title={LOSSES_TITLE}>
      <Losses losses={losses} />
    </Panel>
  )
}

function UnknownParts({ unknown, unknownNames }: NonNullable<ImportFindings["parts"]>) {
  return (
    <details className="mt-4">
      <summary className="min-h-11 content-center font-semibold underline">
        {unknown > 1 ? `${format(unknown)} fichiers ne sont` : "Un fichier n’est"} d’aucun épisode
      </summary>
      <p className="mb-2 max-w-[75ch]">
        Un fichier s’appelle comme le numéro ou le titre de son épisode&nbsp;: «&nbsp;12.vtt&nbsp;»,
        «&nbsp;S02E07.srt&nbsp;». Renommez ceux-ci, puis importez-les à nouveau.
      </p>
      <ul className="list-disc pl-5 text-sm">
        {unknownNames.map((name) => (
          <li key={name} className="wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Losses({ losses }: Pick<ImportFindings, "losses">) {
  const rows = (some: ImportFindings["losses"]) => (
    <ul className="divide-y divide-rule border-y border-rule">
      {some.map(({ what, count: times, examples }) => (
        <li key={what} className="py-2 wrap-anywhere">
          <p>
            <strong>{what}</strong>
            {times > 1 && ` (${format(times)})`}
          </p>
          <p className="text-sm text-paper-ink">{examples.join(" · ")}</p>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {rows(losses.slice(0, SHOWN))}
      {losses.length > SHOWN && (
        <details>
          <summary className="min-h-11 content-center font-semibold underline">
            {format(losses.length - SHOWN)} de plus
          </summary>
          {rows(losses.slice(SHOWN))}
        </details>
      )}
    </>
  )
}

type Props = {
  id: number
  found: ImportFindings
  /** Whether people came along, too, who are taken up elsewhere. */
  hasList: boolean
  /** What the known categories of news are called here. */
  newsLabels: CategoryLabels
  response: FormResponse | undefined
}

/** What the host takes, and what becomes of it. */
export function ChoicesForm({ id, found, hasList, newsLabels, response }: Props) {
  const { field, tick } = fieldsOf<typeof importIntents.start>(response, {
    posts: "post",
    pages: true,
    news: true,
    episodes: true,
    comments: true,
    drafts: true,
    copies: true,
    transcripts: "draft",
  })
  const { texts, comments, files, categories, accounts, parts, likes = 0, redirects = 0 } = found
  const fates = FATES.map((value) => ({ value, label: labelOf(value, newsLabels) }))
  const isAnyText = TEXT_TYPES.some((type) => texts[type].count > 0)
  const isAnything =
    isAnyText ||
    comments.onEpisodes + likes + redirects + (found.guests?.count ?? 0) > 0 ||
    (parts !== undefined && parts.transcripts + parts.chapters > 0) ||
    (accounts !== undefined && accounts.user + accounts.moderator + accounts.admin > 0)
  if (found.archive)
    return <ArchiveForm id={id} isHereEmpty={found.archive.isHereEmpty} response={response} />
  const isAnyCategory = texts.post.count > 0 && categories.length > 0
  if (!isAnything)
    return (
      <Panel title="Ce qui vient ici">
        <p>Rien {hasList && "d’autre "}de ces fichiers n’est à importer.</p>
      </Panel>
    )
  return (
    <Panel title="Ce qui vient ici">
      <EditForm id="import-start" response={response} aria-label="Ce qui vient ici">
        <HiddenFields fields={{ intent: "start", id: String(id) }} />
        {texts.post.count > 0 ? (
          <SelectField label="Les articles deviennent" {...field("posts")} options={fates} />
        ) : (
          <input type="hidden" name="posts" value="post" />
        )}
        {isAnyCategory && (
          <details>
            <summary className="min-h-11 content-center font-semibold underline">
              Choisir par catégorie ({format(categories.length)})
            </summary>
            <div className="grid gap-4 pt-3">
              {categories.map(({ id: category, name, count: times }, place) => (
                <label key={category} className="grid gap-1">
                  <span className="wrap-anywhere">{`${name} (${format(times)})`}</span>
                  <select
                    name={categoryField(place)}
                    defaultValue={response?.values[categoryField(place)]}
                    className="control"
                  >
                    <option value="">Comme les autres articles</option>
                    {fates.map(({ value, label }) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                    <option value="own">{`Actualités, catégorie «\u00a0${ownCategory(name)}\u00a0»`}</option>
                  </select>
                </label>
              ))}
            </div>
          </details>
        )}
        <div className="grid gap-1">
          {texts.episode.count > 0 && <CheckboxField label="Les épisodes" {...tick("episodes")} />}
          {texts.page.count > 0 && <CheckboxField label="Les pages" {...tick("pages")} />}
          {texts.news.count > 0 && <CheckboxField label="Les actualités" {...tick("news")} />}
          {comments.onEpisodes > 0 && (
            <CheckboxField label="Les commentaires des épisodes" {...tick("comments")} />
          )}
          {isAnyText ? (
            <CheckboxField
              label="Ce qui n’est pas publié, comme brouillon"
              hint="Brouillons, textes privés ou protégés par un mot de passe. Rien ne sera publié qui ne l’était pas."
              {...tick("drafts")}
            />
          ) : (
            <input type="hidden" name="drafts" value="on" />
          )}
          {accounts && accounts.user + accounts.moderator + accounts.admin > 0 && (
            <CheckboxField
              label="Les comptes, avec leur rôle"
              hint={`${describeAccounts(accounts)}. Chacun se connecte avec son ancien mot de passe. Défaire l’import ne les supprime pas.`}
              {...tick("accounts")}
            />
          )}
          {files > 0 && (
            <CheckboxField
              label="Copier les images et les sons dans la médiathèque"
              hint="Un par un, en arrière-plan : jusque-là, les pages montrent ceux de l’ancien site. La copie se suit et se met en pause sous Déménager."
              {...tick("copies")}
            />
          )}
        </div>
        {parts && parts.transcripts + parts.chapters > 0 ? (
          <SelectField
            label="Les transcriptions et les chapitres"
            hint="Un épisode qui a déjà les siens les garde."
            {...field("transcripts")}
            options={[
              { value: "draft", label: "Les ajouter, les transcriptions à relire avant de les publier" },
              { value: "public", label: "Les ajouter, transcriptions publiées" },
              { value: "none", label: "Ne pas les ajouter" },
            ]}
          />
        ) : (
          <input type="hidden" name="transcripts" value="draft" />
        )}
        <div>
          <SubmitButton pendingText="Départ...">Importer</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

/** What this program exported comes whole, or not at all. */
function ArchiveForm({
  id,
  isHereEmpty,
  response,
}: Pick<Props, "id" | "response"> & { isHereEmpty: boolean }) {
  if (!isHereEmpty) return null
  const whole = { intent: "start", id: String(id), posts: "post", transcripts: "draft" }
  return (
    <Panel title="Ce qui vient ici">
      <EditForm id="import-start" response={response} aria-label="Ce qui vient ici">
        <HiddenFields fields={whole} />
        <p className="max-w-[75ch]">
          Les exemples que le site avait à son départ laissent la place. Les images et les sons de l’archive
          entrent dans la médiathèque.
        </p>
        <div>
          <SubmitButton pendingText="Départ...">Tout reprendre ici</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

function labelOf(fate: (typeof FATES)[number], newsLabels: CategoryLabels) {
  if (fate === "post") return "Articles du blog"
  if (fate === "none") return "Ne pas les importer"
  return `Actualités, ${categoryLabel(fate.slice("news:".length), newsLabels)}`
}

const format = (number: number) => number.toLocaleString("fr-FR")
