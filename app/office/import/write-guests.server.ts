import { and, eq, inArray, sql } from "drizzle-orm"
import { nextVersion } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import { lockEpisodes } from "#app/db/episode-lock.server.ts"
import { episodes } from "#app/db/schema/content.server.ts"
import { guests } from "#app/db/schema/guests.server.ts"
import { importedThings, importThings } from "#app/db/schema/imports.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { linkNamesakes, renameInEpisodes } from "#app/podcast/guests/guest-episodes.server.ts"
import { findByNames } from "#app/podcast/guests/people.server.ts"
import {
  knownThings,
  markDone,
  remark,
  rememberThings,
  type Run,
  step,
  takeThings,
  writeEach,
} from "./run.server.ts"
import { freeSlugs } from "./slugs.server.ts"
import type { GuestThing } from "./things.ts"

/** Who saves an episode or a guest meanwhile waits for it. */
const BATCH = 50

/**
 * Makes people of an import's guests, some at each call; after episodes, so that those that name somebody are theirs. Whoever is here
 * already is not made twice: they get what they lack.
 */
export function createGuestWriter(run: Run) {
  return () =>
    step(
      run,
      async (tx, report) => {
        const taken = await takeThings<GuestThing>(tx, run.id, "guest", { after: 0, limit: BATCH })
        if (taken.length === 0) return "done"
        await writeEach(tx, report, taken, (inner, some) => writeGuests(inner, run, some, report), "guest")
        await markDone(
          tx,
          run.id,
          "guest",
          taken.map(({ sourceId }) => sourceId),
        )
        return "more"
      },
      lockEpisodes,
    )
}

type Taken = { thing: GuestThing; digest: string }
type Held = typeof guests.$inferSelect
type Values = Pick<Held, "name" | "role" | "linkUrl" | "pictureUrl">

async function writeGuests(tx: Transaction, run: Run, some: Taken[], report: ImportReport) {
  const counts = report.targets.guest
  const known = await knownThings(
    tx,
    run.source,
    "guest",
    some.map(({ thing }) => thing.id),
  )
  const here = await holdGuests(
    tx,
    [...known.values()].map(({ rowId }) => rowId),
  )
  for (const one of some) {
    const before = known.get(one.thing.id)
    if (!before) {
      await bringGuest(tx, run, one, report)
      continue
    }
    const held = here.get(before.rowId)
    if (!held) {
      counts.skipped += 1
      remark(report, one.thing.name, "supprimé ici depuis\u00a0: il n’est pas revenu")
    } else if (before.digest === one.digest) counts.unchanged += 1
    else if (held.version !== before.version) {
      counts.edited += 1
      remark(report, one.thing.name, "changé ici et là-bas\u00a0: ce que vous avez écrit ici est resté")
    } else if (before.importId === null) await completeGuest(tx, run, one, held, report)
    else await updateGuest(tx, run, one, held, report)
  }
}

async function holdGuests(tx: Transaction, ids: number[]) {
  if (ids.length === 0) return new Map<number, Held>()
  const rows = await tx.select().from(guests).where(inArray(guests.id, ids)).for("update")
  return new Map(rows.map((row) => [row.id, row]))
}

async function bringGuest(tx: Transaction, run: Run, one: Taken, report: ImportReport) {
  const values = valuesOf(one.thing, report)
  const found = await findPerson(tx, run, one.thing, values.name)
  if (found === "unclear") {
    report.targets.guest.skipped += 1
    remark(report, values.name, "plusieurs personnes portent ce nom\u00a0: il a été laissé de côté")
    return
  }
  const held = found === undefined ? undefined : (await holdGuests(tx, [found])).get(found)
  if (held) return completeGuest(tx, run, one, held, report, values)
  const { id: sourceId, slug: wanted } = one.thing
  const [slug = ""] = await freeSlugs(
    tx,
    guests,
    [{ id: sourceId, slug: wanted, title: values.name }],
    "invite",
  )
  const after = { ...values, slug }
  const [made] = await tx.insert(guests).values(after).returning({ id: guests.id })
  if (!made) throw new Error("the row was not inserted")
  await linkNamesakes(tx, { id: made.id, name: values.name })
  report.targets.guest.created += 1
  await remember(tx, run, one, { id: made.id, version: 1 }, run.id)
  await record(tx, { action: "create", kind: "guest", id: made.id, title: values.name, after })
}

/**
 * Who is meant: by slug, else by a name that only one person has. Two lines of one import are two people: of those with one name the
 * second is somebody else where a slug of its own tells so.
 *
 * @returns undefined where nobody is
 */
async function findPerson(tx: Transaction, run: Run, { id, slug }: GuestThing, name: string) {
  const [bySlug] = slug ? await tx.select({ id: guests.id }).from(guests).where(eq(guests.slug, slug)) : []
  const byName = (await findByNames(tx, [name])).get(name) ?? []
  const others = await listOthers(
    tx,
    run,
    id,
    [...byName, ...(bySlug ? [bySlug] : [])].map((one) => one.id),
  )
  if (bySlug && !others.has(bySlug.id)) return bySlug.id
  if (byName.every((one) => others.has(one.id))) return byName.length > 0 && !slug ? "unclear" : undefined
  return byName.length === 1 ? byName[0]?.id : "unclear"
}

/** Of some people those who are what another line of this import tells of. */
async function listOthers(tx: Transaction, run: Run, sourceId: string, ids: number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await tx
    .select({ rowId: importedThings.rowId })
    .from(importedThings)
    .innerJoin(
      importThings,
      and(
        eq(importThings.importId, run.id),
        eq(importThings.kind, "guest"),
        eq(importThings.sourceId, importedThings.sourceId),
      ),
    )
    .where(
      and(
        eq(importedThings.source, run.source),
        eq(importedThings.kind, "guest"),
        eq(importedThings.target, "guest"),
        inArray(importedThings.rowId, ids),
        sql`${importedThings.sourceId} <> ${sourceId}`,
      ),
    )
  return new Set(rows.map(({ rowId }) => rowId))
}

/** What somebody has who was here before stays; what they lack comes. */
async function completeGuest(
  tx: Transaction,
  run: Run,
  one: Taken,
  held: Held,
  report: ImportReport,
  { role, linkUrl, pictureUrl } = valuesOf(one.thing, report),
) {
  const after = {
    ...(held.role === "" && role !== "" && { role }),
    ...(held.linkUrl === null && linkUrl !== null && { linkUrl }),
    ...(held.pictureUrl === null && pictureUrl !== null && { pictureUrl }),
  }
  const isComplete = Object.keys(after).length === 0
  report.targets.guest[isComplete ? "unchanged" : "updated"] += 1
  if (!isComplete) {
    remark(report, held.name, "déjà ici\u00a0: seul ce qui lui manquait a été ajouté")
    await save(tx, held, after)
  }
  await remember(tx, run, one, { id: held.id, version: held.version + (isComplete ? 0 : 1) }, null)
}

async function updateGuest(tx: Transaction, run: Run, one: Taken, held: Held, report: ImportReport) {
  const values = valuesOf(one.thing, report)
  await save(tx, held, values)
  if (values.name !== held.name) await rename(tx, held, values.name)
  report.targets.guest.updated += 1
  await remember(tx, run, one, { id: held.id, version: held.version + 1 }, null)
}

async function save(tx: Transaction, held: Held, after: Partial<Values>) {
  const { name, role, linkUrl, pictureUrl } = held
  const before = { name, role, linkUrl, pictureUrl }
  await tx
    .update(guests)
    .set({ ...after, ...nextVersion(guests) })
    .where(eq(guests.id, held.id))
  await record(tx, {
    ...{ action: "import", kind: "guest", id: held.id, title: after.name ?? name },
    ...{ before, after: { ...before, ...after } },
  })
}

/** Episodes that imports made are as these left them, but for the name. */
async function rename(tx: Transaction, { id, name: from }: Held, to: string) {
  const renamed = await renameInEpisodes(tx, id, from, to)
  if (renamed.length > 0)
    await tx.execute(sql`
      update ${importedThings} i set version = i.version + 1 from ${episodes}
      where i.target = 'episode' and i.row_id = ${episodes.id} and i.version = ${episodes.version} - 1
        and ${inArray(episodes.id, renamed)}`)
  await linkNamesakes(tx, { id, name: to })
}

function remember(
  tx: Transaction,
  run: Run,
  { thing, digest }: Taken,
  { id, version }: Pick<Held, "id" | "version">,
  importId: number | null,
) {
  const row = { source: run.source, kind: "guest" as const, sourceId: thing.id, target: "guest" as const }
  return rememberThings(tx, [{ ...row, importId, rowId: id, version, digest }])
}

/** As their form takes them (`guestSchema`). */
const MAX_NAME = 150
const MAX_ROLE = 200

function valuesOf(thing: GuestThing, report: ImportReport): Values {
  const cut = (text: string, most: number) => text.slice(0, most).toWellFormed().trim()
  const [full, role] = [oneLine(thing.name), oneLine(thing.role)]
  const name = cut(full, MAX_NAME)
  if (full.length > MAX_NAME) remark(report, name, "nom coupé à 150 caractères")
  if (role.length > MAX_ROLE) remark(report, name, "rôle coupé à 200 caractères")
  const addressIn = (text: string, reason: string) => {
    if (text === "" || (text.length <= MAX_URL_LENGTH && isWebAddress(text))) return text || null
    remark(report, name, reason)
    return null
  }
  return {
    name,
    role: cut(role, MAX_ROLE),
    linkUrl: addressIn(thing.link, "son lien n’est pas une adresse web\u00a0: il a été laissé de côté"),
    pictureUrl: addressIn(
      thing.picture,
      "sa photo n’est pas à une adresse web\u00a0: elle a été laissée de côté",
    ),
  }
}
