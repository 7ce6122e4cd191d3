import { eq, inArray, sql } from "drizzle-orm"
import type { RouterContextProvider } from "react-router"
import { mediumTag } from "#app/kit/http/cache-tags.ts"
import { explainRefusal, getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import type { Viewer } from "#app/accounts/auth/viewer.server.ts"
import { undoOfDeletion, moveToBin } from "#app/content/bin/bin.server.ts"
import { questionAbout, runBulkAction } from "#app/content/lists/bulk-actions.server.ts"
import { listAddress, parseListView } from "#app/content/lists/list-view.ts"
import type { ListedRows } from "#app/content/lists/listed-rows.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { drafts } from "#app/db/schema/drafts.server.ts"
import { media, mediaUses } from "#app/db/schema/media.server.ts"
import { editedRow } from "#app/kit/form/form-fields.ts"
import type { FieldValues, Parsed, SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondStale,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { mediumPage } from "../media.copy.ts"
import { takeCover } from "../processing/take-cover.server.ts"
import { mediaOf } from "./library.server.ts"
import { deletionOfUsed } from "./media-questions.ts"
import { libraryIntents, type MediumForm, mediumIntents } from "./medium-form.schema.ts"
import { describePicture, findMedium, retryFailedMedium, updateMedium } from "./medium.server.ts"
import { type Replaced, replaceMedium } from "./replace-medium.server.ts"
import { mediaType } from "./type.server.ts"
import { draftNames, settingNames } from "./uses.server.ts"

type Context = Readonly<RouterContextProvider>

const { words } = mediaType
const CANNOT_SAVE = words.cannotUpdate
const CANNOT_REPLACE = "Impossible de remplacer le média"
const CANNOT_TAKE_COVER = "Impossible de prendre la pochette"
const CANNOT_RETRY = "Impossible de relancer la préparation"

/** What may change what visitors see, or is lost by it. */
const OF_PUBLISHERS = ["replace", "delete", "delete-used"]

/** How the library is narrowed down, sorted and worked on. */
const listing = () => ({ ...words, ...mediaType.list.listing() })

/** Does what a form of the library asks for. */
export async function changeLibrary(context: Context, form: SentForm, url: URL) {
  const asked = parseIntent(form, libraryIntents)
  const viewer = getViewer(context)
  const { rows } = mediaOf(viewer)
  const refused = await refuseTo(viewer, rows, form)
  if (refused) return refused
  switch (asked.intent) {
    case "describe":
      if (!asked.ok) return respondToastFailure(Object.values(asked.errors)[0] ?? CANNOT_SAVE, 400)
      return respondToClick(
        async () => (await describePicture(asked.value.id, asked.value.alt)) && "Texte alternatif enregistré",
        `${CANNOT_SAVE}\u00a0: il en a déjà un, ou n’est plus là`,
      )
    case "retry":
      return retry(asked)
    case "delete":
      return runBulkAction(form, url, listing(), rows, { delete: deleteUnused })
  }
}

/** Where somebody may not do what a form asks for. It may name another medium than its page; several are looked up among one's own anyway. */
async function refuseTo(viewer: Viewer, rows: ListedRows, { intent = "", values }: SentForm) {
  if (OF_PUBLISHERS.includes(intent) && !can(viewer, "publishing"))
    return respondToastFailure(await explainRefusal(viewer, "publishing"), 403)
  const id = parseId(values.id ?? "")
  const isOthers = id !== undefined && (await rows.mine([id])).length === 0
  return isOthers ? respondToastFailure(words.notFound, 404) : undefined
}

/** Does what a form of a medium's page asks for; once the medium is deleted, its list is there. */
export async function changeMedium(context: Context, form: SentForm, url: URL) {
  const asked = parseIntent(form, mediumIntents)
  const viewer = getViewer(context)
  const { rows } = mediaOf(viewer)
  const refused = await refuseTo(viewer, rows, form)
  if (refused) return refused
  const view = parseListView(url.searchParams, listing())
  const list = listAddress(words.path, view)
  const pageOf = (id: number) => listAddress(mediumPage(id), view)
  switch (asked.intent) {
    case "save":
      return save(form.values, asked, pageOf)
    case "replace":
      return replace(form.values, asked, pageOf)
    case "retry":
      return retry(asked)
    case "cover":
      if (!asked.ok) return respondToastFailure(CANNOT_TAKE_COVER, 400)
      return addCover(asked.value.id, viewer.id)
    case "delete":
      return runBulkAction(form, url, listing(), rows, { delete: deleteUnused }, { away: list })
    case "delete-used":
      await requireReauthentication(context, form)
      if (!asked.ok) return respondToastFailure(words.cannotDelete, 400)
      return respondToClick(
        async () =>
          (await deleteMedium(asked.value.id)) && {
            title: words.deleted,
            undo: await undoOfDeletion("medium", asked.value.id),
          },
        words.cannotDelete,
        list,
      )
  }
}

function retry(asked: Parsed<{ id: number }>) {
  if (!asked.ok) return respondToastFailure(CANNOT_RETRY, 400)
  return respondToClick(
    async () => (await retryFailedMedium(asked.value.id)) && "La préparation recommence",
    CANNOT_RETRY,
  )
}

/** What the address asks about one medium, or about those that were ticked; null when none was. */
export function askAboutMedia(url: URL, rows: ListedRows) {
  return findAsked(
    url,
    {
      delete: () => questionAbout(url, listing(), rows, "delete"),
      "delete-used": async (parameters) => {
        const medium = await findMedium(parseId(parameters.get("id") ?? "") ?? 0)
        return medium && deletionOfUsed(medium, medium.uses)
      },
    },
    words.notFound,
  )
}

/** The page of a medium, with the way back to the list as it was. */
type PageOf = (id: number) => string

function save(values: FieldValues, parsed: Parsed<MediumForm>, pageOf: PageOf) {
  const row = editedRow.safeParse(values)
  if (!row.success) return respondFailure(values, CANNOT_SAVE, 404)
  if (!parsed.ok) return respondInvalid(parsed)
  return orElse(
    async () => {
      const saved = await updateMedium(row.data.id, row.data.version, parsed.value)
      if (saved.outcome === "stale") return respondStale(values, saved.version)
      if (saved.outcome !== "saved")
        return respondFailure(values, `${CANNOT_SAVE}\u00a0: il n’existe plus`, 404)
      return redirectWithToast(pageOf(saved.id), { kind: "success", title: words.updated })
    },
    () => respondFailure(values, CANNOT_SAVE),
  )
}

const PROBLEMS: Record<Exclude<Replaced["outcome"], "replaced" | "missing">, string> = {
  same: "C’est déjà ce média",
  "other-kind": "Le nouveau média doit être du même genre",
  "not-ready": "Le nouveau média est encore en préparation\u00a0: réessayez dans un instant",
}

function replace(values: FieldValues, parsed: Parsed<{ id: number; address: string }>, pageOf: PageOf) {
  if (!parsed.ok) return respondInvalid(parsed)
  const { id, address } = parsed.value
  return orElse(
    async () => {
      const replaced = await replaceMedium(id, address)
      if (replaced.outcome === "missing")
        return respondFailure(values, `${CANNOT_REPLACE}\u00a0: l’un des deux n’existe plus`, 404)
      if (replaced.outcome !== "replaced")
        return respondInvalid({ values, errors: { address: PROBLEMS[replaced.outcome] } })
      return redirectWithToast(pageOf(id), {
        kind: "success",
        title: "Média remplacé",
        description: `${countContents(replaced.count)}. L’ancien fichier reste dans la médiathèque, inutilisé.`,
      })
    },
    () => respondFailure(values, CANNOT_REPLACE),
  )
}

function addCover(id: number, userId: string) {
  return orElse(
    async () => {
      const taken = await takeCover(id, userId)
      if ("failure" in taken) return respondToastFailure(taken.failure, 409)
      return redirectWithToast(mediumPage(taken.mediumId), {
        kind: "success",
        title: taken.isDuplicate ? "La pochette était déjà là" : "Pochette ajoutée à la médiathèque",
      })
    },
    () => respondToastFailure(CANNOT_TAKE_COVER, 500),
  )
}

function countContents(count: number) {
  if (count === 0) return "Aucun contenu ne l’utilisait"
  return count > 1 ? `${count} contenus mis à jour` : "1 contenu mis à jour"
}

async function deleteUnused(ids: number[]) {
  const { deleted, kept } = await deleteUnusedMedia(ids)
  return { done: deleted, refused: kept, missing: ids.length - deleted - kept }
}

/**
 * Moves those of these media that nothing names into the bin.
 *
 * @returns how many there were of each: deleted ones, and those that stay because they are used or being worked on
 */
async function deleteUnusedMedia(ids: number[]) {
  return db.transaction(async (tx) => {
    const found = await holdMedia(tx, ids)
    const idle = found.filter(({ isUsed, isBusy }) => !isUsed && !isBusy)
    await remove(tx, idle)
    return { deleted: idle.length, kept: found.length - idle.length }
  })
}

/** Moves a medium into the bin, whatever names it. @returns false when there is no such medium, or it is being worked on */
async function deleteMedium(id: number) {
  return db.transaction(async (tx) => {
    const [found] = await holdMedia(tx, [id])
    if (!found || found.isBusy) return false
    // Kept pages show it no longer.
    if (found.isUsed) await tx.execute(sql`select pg_notify('cko_pages', 'all')`)
    await remove(tx, [found])
    return true
  })
}

type Held = Awaited<ReturnType<typeof holdMedia>>[number]

/** Those of these media that exist, as they are until the transaction ends. */
async function holdMedia(tx: Transaction, ids: number[]) {
  // In the order in which a content that is saved takes them, so that neither waits for the other.
  await tx
    .select({ id: mediaUses.mediumId })
    .from(mediaUses)
    .where(inArray(mediaUses.mediumId, ids))
    .orderBy(mediaUses.source, mediaUses.rowId, mediaUses.mediumId)
    .for("update")
  const held = await tx
    .select({
      id: media.id,
      title: media.title,
      kind: media.kind,
      isBusy: sql<boolean>`${media.state} = 'working' and coalesce(${media.leasedUntil} > now(), false)`,
    })
    .from(media)
    .where(inArray(media.id, ids))
    .orderBy(media.id)
    .for("update")
  // Asked once nobody can use them anew.
  const used = await tx
    .select({ id: media.id })
    .from(media)
    .where(
      sql`${inArray(media.id, ids)} and (exists (select from ${mediaUses} where ${mediaUses.mediumId} = ${media.id})
        or exists (select from ${drafts} where ${draftNames(media.key)})
        or exists (select from ${settings} where ${settingNames(media.key)}))`,
    )
  const usedIds = new Set(used.map(({ id }) => id))
  return held.map((medium) => ({ ...medium, isUsed: usedIds.has(medium.id) }))
}

/** Their files stay in the store until they leave the bin; what keeps them in front of the site lets them go. */
async function remove(tx: Transaction, held: Held[]) {
  await moveToBin(tx, { kind: "medium", table: media }, ...held.map(({ id, title }) => ({ id, title })))
  const told = sql`pg_notify('cko_pages', ${mediumTag("")} || ${media.key})`
  for (const { id } of held) await tx.delete(media).where(eq(media.id, id)).returning({ told })
  await record(
    tx,
    ...held.map(({ id, title }) => ({ action: "delete", kind: "medium", id, title }) satisfies AuditEntry),
  )
}
