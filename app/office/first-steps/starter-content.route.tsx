import { Link } from "react-router"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { type FormResponse, orElse, respondFailure, respondInvalid } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/starter-content.route"
import { starterIntents } from "./first-steps.schema.ts"
import { listStarterContent, removeStarterContent, type StarterItem } from "./starter-content.server.ts"

const TITLE = "Contenu d’exemple"

export async function loader() {
  const { value: items, failed } = await loadOr(listStarterContent(), [])
  return { items, failed }
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, starterIntents)
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    async () => {
      const { removed, kept } = await removeStarterContent(asked.value)
      const description =
        kept > 0 ? `${counted(kept)} que vous avez modifiés restent, et sont à vous.` : undefined
      return redirectWithToast(FIRST_STEPS, {
        kind: "success",
        title:
          removed > 0 ? `Contenu d’exemple retiré : ${counted(removed)}` : "Il n’y avait plus rien à retirer",
        description,
      })
    },
    () => respondFailure(form.values, "Impossible de retirer le contenu d’exemple"),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function StarterContent({ loaderData: { items, failed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <p>
        <Link to={FIRST_STEPS} className="inline-flex min-h-11 items-center underline">
          Premiers pas
        </Link>
      </p>
      <h1 className="poster text-poster-sm">{TITLE}</h1>
      <p className="mt-1 max-w-[65ch]">
        Ce qui est arrivé avec le site, pour montrer à quoi il ressemble une fois rempli.
      </p>
      <div className="manager mt-6 grid gap-8">
        {failed && <FailureNotice what="Impossible de charger le contenu d’exemple" />}
        {!failed && items.length === 0 && (
          <Panel title="Rien à retirer">
            <p>Il ne reste aucun contenu d’exemple&nbsp;: tout ce que montre le site est à vous.</p>
          </Panel>
        )}
        {items.length > 0 && <RemoveStarterForm items={items} response={actionData ?? undefined} />}
      </div>
    </>
  )
}

type RemoveStarterFormProps = { items: StarterItem[]; response?: FormResponse }

/** Says exactly what goes and what stays before it is removed: the page is its own confirmation. */
function RemoveStarterForm({ items, response }: RemoveStarterFormProps) {
  const edited = items.filter(({ isEdited }) => isEdited)
  const untouched = items.filter(({ isEdited }) => !isEdited)
  const left = describeLeft(untouched)
  return (
    <Panel title={counted(items.length)}>
      <EditForm response={response} aria-label="Retirer le contenu d’exemple">
        <HiddenFields fields={{ intent: "remove-starter", id: "all" }} />
        {untouched.length > 0 && (
          <div className="grid gap-2">
            <p>
              <strong>{describeKinds(untouched)}</strong> que personne n’a modifiés seront supprimés
              définitivement, avec les fiches d’invités qui ne servent qu’à eux.
            </p>
            {left && <p>Avec eux partent {left}, laissés par des visiteurs.</p>}
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
                Voir lesquels
              </summary>
              <ul className="list-disc pl-6">
                {untouched.map(({ kind, id, title }) => (
                  <li key={`${kind}-${id}`} className="py-1 break-words">
                    {title}
                  </li>
                ))}
              </ul>
            </details>
          </div>
        )}
        {edited.length > 0 && <EditedItems items={edited} />}
        <p className="text-sm text-paper-ink">Rien d’autre n’est touché, même sous un titre semblable.</p>
        <div className="form-actions">
          <SubmitButton pendingText="Suppression...">Retirer le contenu d’exemple</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

function EditedItems({ items }: { items: StarterItem[] }) {
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">
        {counted(items.length)} où quelqu’un a écrit, que le site garde. Cochez ce qui doit partir aussi.
      </legend>
      {items.map((item) => {
        const key = `${item.kind}-${item.id}`
        const left = describeLeft([item])
        return (
          <div key={key} className="flex min-h-11 flex-wrap items-center gap-x-3">
            <input type="checkbox" className="tick" id={key} name={`also.${key}`} />
            <label htmlFor={key} className="min-w-0 flex-1 cursor-pointer break-words">
              {item.title}
              {left && <span className="text-sm text-paper-ink"> (avec {left})</span>}
            </label>
            <Link
              to={`${ADDRESSES[item.kind]}/${item.id}`}
              className="inline-flex min-h-11 items-center underline"
            >
              Voir<span className="sr-only"> : {item.title}</span>
            </Link>
          </div>
        )
      })}
    </fieldset>
  )
}

const ADDRESSES = { episode: "/admin/episodes", news: "/admin/news", post: "/admin/blog" } as const

/** « 1 élément », « 23 éléments » */
function counted(count: number) {
  return `${count} ${count > 1 ? "éléments" : "élément"}`
}

const NOUNS = {
  episode: ["épisode", "épisodes"],
  news: ["actualité", "actualités"],
  post: ["article", "articles"],
} as const
type Kind = keyof typeof NOUNS

/** « 10 épisodes, 10 actualités et 3 articles » */
function describeKinds(items: { kind: Kind }[]) {
  const parts = (Object.keys(NOUNS) as Kind[]).flatMap((kind) => {
    const count = items.filter((item) => item.kind === kind).length
    return count > 0 ? [`${count} ${NOUNS[kind][count > 1 ? 1 : 0]}`] : []
  })
  const last = parts.pop() ?? ""
  return parts.length > 0 ? `${parts.join(", ")} et ${last}` : last
}

/** What visitors left on them, or nothing. */
function describeLeft(items: { comments: number; likes: number }[]) {
  const sum = (of: "comments" | "likes") => items.reduce((total, item) => total + item[of], 0)
  const [comments, likes] = [sum("comments"), sum("likes")]
  const parts = [
    ...(comments > 0 ? [`${comments} ${comments > 1 ? "commentaires" : "commentaire"}`] : []),
    ...(likes > 0 ? [`${likes} ${likes > 1 ? "mentions « J’aime »" : "mention « J’aime »"}`] : []),
  ]
  return parts.join(" et ")
}
