import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { questionAbout } from "#app/content/lists/bulk-actions.server.ts"
import { listAddress, type ListView } from "#app/content/lists/list-view.ts"
import { SelectableList } from "#app/content/lists/selectable-list.tsx"
import { binLink } from "#app/content/bin-link.ts"
import { csvAddress } from "#app/content/managed-type.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { hasWords } from "#app/kit/lib/search-words.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-comments.route"
import { listBans, maskEmail } from "./bans.server.ts"
import { REPLY_TO } from "./comment-addresses.ts"
import { nameOf } from "./comment-name.ts"
import { banOfAuthor, deletionOf, deletionOfAuthor, hidingOf } from "./comment-questions.ts"
import { CommentRow } from "./comment-row.tsx"
import { moderate } from "./moderation-actions.server.ts"
import { COMMENTS } from "./moderation-list.ts"
import { RECENT_COMMENTS } from "./moderation.copy.ts"
import type { banSchema, moderationIntents } from "./moderation.schema.ts"
import {
  commentRows,
  findComments,
  listAllComments,
  listCommentedEpisodes,
  measureComments,
  noteCommentsSeen,
} from "./moderation.server.ts"
import { findForReply } from "./podcast-replies.server.ts"
import { PodcastReplyForm } from "./podcast-reply-form.tsx"

/** How many episodes there are to choose from; any other one is a click on its title away. */
const EPISODES_TO_CHOOSE = 100

export async function loader({ context, url }: Route.LoaderArgs) {
  const [{ rows, ...page }, episodes, bans, question, replied] = await Promise.all([
    loadList(url, {
      filterNames: COMMENTS,
      list: listAllComments,
      measure: measureComments,
      cannotLoad: "Impossible de charger les commentaires",
    }),
    loadOr(listCommentedEpisodes(EPISODES_TO_CHOOSE), []),
    loadOr(listBans(), []),
    findQuestion(url),
    findReplied(url),
  ])
  const [newest] = rows
  // What stands on the first page of all of them has been looked at.
  if (newest && isWhole(page.view))
    await loadOr(noteCommentsSeen(getViewer(context).id, newest.createdAt), undefined)
  const { name: podcast } = siteSettings().podcast
  return respondWithList({
    ...page,
    question,
    replied,
    isRecentOnly: page.view.search !== "" && !hasWords(page.view.search),
    episodes: episodes.value,
    bans: bans.value.map((ban) => ({
      ...ban,
      value: ban.kind === "email" ? maskEmail(ban.value) : ban.value,
    })),
    rows: rows.map(({ createdAt, ...row }) => ({
      ...row,
      authorName: nameOf(row, podcast),
      createdOn: formatLongTime(createdAt),
    })),
  })
}

function isWhole({ page, search, sort, order, filters }: ListView) {
  return page === 1 && !search && !sort && !order && Object.keys(filters).length === 0
}

export async function action({ request, url }: Route.ActionArgs) {
  return moderate(await readForm(request), url)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["ban", "reply", "edit-reply"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Commentaires")
}

export default function ManageComments({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, episodes, bans, question, replied, isRecentOnly, ...list } = loaderData
  const isAboutBan = actionData?.values.intent === "ban"
  useFocusOnEdit(replied?.id, "content")
  const listPath = listAddress(COMMENTS.path, list.view)
  return (
    <ManagerPage
      title="Commentaires"
      question={question}
      form={
        replied && (
          <PodcastReplyForm
            comment={replied}
            back={listPath}
            response={isAboutBan ? undefined : (actionData ?? undefined)}
          />
        )
      }
    >
      <ManagerList
        {...list}
        title="Tous les commentaires"
        path={COMMENTS.path}
        type={COMMENTS}
        isPlain
        more={[binLink("comment")]}
        csv={csvAddress(COMMENTS.path)}
        choices={{ episode: episodes.map(({ id, title }) => ({ value: String(id), label: title })) }}
        nouns={COMMENTS.nouns}
        searchLabel="Rechercher un nom ou un texte"
        emptyText="Aucun commentaire pour le moment."
        tools={
          isRecentOnly && (
            <p className="my-2 text-sm text-paper-ink">
              Sans trois lettres qui se suivent, la recherche parcourt les{" "}
              {RECENT_COMMENTS.toLocaleString("fr-FR")} commentaires les plus récents.
            </p>
          )
        }
      >
        <SelectableList
          {...list}
          type={COMMENTS}
          rows={rows.map(({ id, authorName }) => ({ id, title: authorName }))}
        >
          <ul className="list-rows">
            {rows.map((comment) => (
              <CommentRow key={comment.id} comment={comment} path={COMMENTS.path} listPath={listPath} />
            ))}
          </ul>
        </SelectableList>
      </ManagerList>
      <BansPanel bans={bans} response={isAboutBan ? actionData : undefined} />
    </ManagerPage>
  )
}

/** What the address asks about one comment, or about those that were ticked; null when none was. */
function findQuestion(url: URL) {
  const { searchParams } = url
  if (!["ids", "id", "upTo"].some((name) => searchParams.has(name))) return null
  const about = (ids: (string | null)[], ask: (comments: Asked[]) => Question | undefined) => async () => {
    const parsed = chosenRows.safeParse({ ids: ids.join(",") })
    const found = parsed.success ? await findComments(parsed.data.ids) : []
    return found.length > 0 ? ask(found) : undefined
  }
  const one = [searchParams.get("id")]
  const several = (name: string, ask: (comments: Asked[]) => Question) =>
    searchParams.has("upTo")
      ? () => questionAbout(url, COMMENTS, commentRows, name)
      : about(searchParams.getAll("ids"), ask)
  return findAsked<Question>(
    url,
    {
      delete: several("delete", deletionOf),
      hide: several("hide", hidingOf),
      show: () => questionAbout(url, COMMENTS, commentRows, "show"),
      "delete-author": about(one, ([comment]) => comment && deletionOfAuthor(comment)),
      "ban-author": about(one, ([comment]) => comment && banOfAuthor(comment)),
    },
    "Commentaire non trouvé",
  )
}

type Asked = Awaited<ReturnType<typeof findComments>>[number]

/** The comment that the address asks to reply to, or the podcast's reply that it asks to edit. */
async function findReplied({ searchParams }: URL) {
  const asked = searchParams.get(REPLY_TO)
  if (asked === null) return null
  const { value: found } = await loadOr(findForReply(parseId(asked) ?? 0), undefined)
  return found ?? null
}

type Props = {
  /** Addresses are masked. */
  bans: { id: number; kind: "email" | "word"; value: string }[]
  response: FormResponse | undefined
}

/** Who may not comment, and which words no comment may hold. */
function BansPanel({ bans, response }: Props) {
  const { field } = fieldsOf<typeof banSchema>(response)
  return (
    <Panel title="Blocages">
      <EditForm response={response} aria-label="Blocages">
        <HiddenFields fields={{ intent: "ban" } satisfies Asking<typeof moderationIntents>} />
        <TextField
          label="Adresse e-mail ou mot à bloquer"
          {...field("value")}
          required
          hint="Une adresse ne peut plus commenter. Un mot (ou plusieurs de suite) fait refuser tout commentaire qui le contient, quels que soient les accents et la casse."
        />
        <div>
          <SubmitButton pendingText="Enregistrement...">Bloquer</SubmitButton>
        </div>
      </EditForm>
      {bans.length > 0 && (
        <ul className="mt-6">
          {bans.map(({ id, kind, value }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule py-2"
            >
              <p className="min-w-0 break-words">
                <span className="text-sm text-paper-ink">{kind === "email" ? "Adresse" : "Mot"} : </span>
                <span className="font-semibold">{value}</span>
              </p>
              <ActionButton
                label="Lever le blocage"
                icon="undo"
                subject={value}
                fields={{ intent: "unban", id: String(id) } satisfies Asking<typeof moderationIntents>}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
