import { eq, inArray, sql } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { nextVersion } from "#app/content/versions.server.ts"
import { type AuditEntry, record } from "#app/db/audit.server.ts"
import type { Transaction } from "#app/db/client.server.ts"
import type { ImportReport } from "#app/kit/lib/imports.ts"
import { oneLine } from "#app/kit/lib/typed-text.ts"
import { keepPageVersions } from "#app/writing/pages/type.server.ts"
import { keepNewsVersions } from "#app/writing/news/type.server.ts"
import { keepPostVersions } from "#app/writing/blog/type.server.ts"
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
import { TEXT_TARGETS, type TextTarget } from "./targets.server.ts"
import type { TextThing } from "./things.ts"
import { fateOf } from "./fates.ts"

const BATCH = 100
const KEEP_VERSIONS = { post: keepPostVersions, page: keepPageVersions, news: keepNewsVersions }

/** Makes articles, pages and news of an import's texts, some at each call. */
export function createTextWriter(run: Run) {
  let after = 0
  return () =>
    step(run, async (tx, report) => {
      // The search takes longer than all the rest: the site adds them afterwards.
      await tx.execute(sql`select set_config('cko.indexes_later', 'on', true)`)
      const condition = sql`thing -> 'sound' = 'null'`
      const taken = await takeThings<TextThing>(tx, run.id, "text", { after, limit: BATCH, condition })
      const last = taken.at(-1)
      if (!last) return "done"
      after = last.position
      const ids = taken.map(({ sourceId }) => sourceId)
      const known = await knownThings(tx, run.source, "text", ids)
      for (const target of Object.keys(TEXT_TARGETS) as TextTarget[]) {
        const texts = taken.flatMap(({ thing, digest }) => {
          const before = known.get(thing.id)
          const fate = before ? before.target : fateOf(thing, run.choices).target
          return fate === target ? [{ thing, digest, before }] : []
        })
        const write = async (inner: Transaction, some: Taken[]) => {
          await updateTexts(inner, run, target, some, report)
          const fresh = some.filter(({ before }) => before === undefined)
          await createTexts(inner, run, target, fresh, report)
        }
        await writeEach(tx, report, texts, write, target)
      }
      await markDone(tx, run.id, "text", ids)
      return "more"
    })
}

type Taken = { thing: TextThing; digest: string; before?: { rowId: number; version: number; digest: string } }

async function createTexts(
  tx: Transaction,
  run: Run,
  target: TextTarget,
  texts: Taken[],
  report: ImportReport,
) {
  if (texts.length === 0) return
  const { table } = TEXT_TARGETS[target]
  const slugs =
    target === "news"
      ? []
      : await freeSlugs(
          tx,
          TEXT_TARGETS[target].table,
          texts.map(({ thing }) => thing),
        )
  const rows = texts.map(({ thing }, index) => ({
    ...valuesOf(run, target, thing, report),
    ...(target !== "news" && { slug: slugs[index] }),
    authorId: run.accounts.get(thing.author ?? "") ?? null,
    ...(thing.publishedAt && { createdAt: new Date(thing.publishedAt) }),
  }))
  // Of one of several tables, the queries' types say nothing.
  const into: PgTable = table
  const made = await tx.insert(into).values(rows).returning({ id: table.id, title: table.title })
  // In the order of the values (a single insert).
  const ids = made.map(({ id }) => id)
  report.targets[target].created += made.length
  await rememberThings(
    tx,
    texts.flatMap(({ thing, digest }, index) => {
      const rowId = ids[index]
      return rowId === undefined
        ? []
        : [
            {
              source: run.source,
              kind: "text" as const,
              sourceId: thing.id,
              importId: run.id,
              target,
              rowId,
              version: 1,
              digest,
            },
          ]
    }),
  )
  const deeds = made.map(({ id, title }, index): AuditEntry => {
    return { action: "create", kind: target, id, title, after: { isPublished: rows[index]?.isPublished } }
  })
  await record(tx, ...deeds)
}

async function updateTexts(
  tx: Transaction,
  run: Run,
  target: TextTarget,
  texts: Taken[],
  report: ImportReport,
) {
  const counts = report.targets[target]
  const known = texts.flatMap(({ before, ...text }) => (before ? [{ ...text, before }] : []))
  if (known.length === 0) return
  const { table } = TEXT_TARGETS[target]
  const into: PgTable = table
  const ids = known.map(({ before }) => before.rowId)
  const rows = await tx
    .select({ id: table.id, version: table.version })
    .from(table)
    .where(inArray(table.id, ids))
    .for("update")
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  const changed: typeof known = []
  for (const one of known) {
    const version = versions.get(one.before.rowId)
    if (version === undefined) {
      counts.skipped += 1
      remark(report, one.thing.title, "supprimé ici depuis\u00a0: il n’est pas revenu")
    } else if (one.before.digest === one.digest) counts.unchanged += 1
    else if (version !== one.before.version) {
      counts.edited += 1
      remark(report, one.thing.title, "changé ici et là-bas\u00a0: ce que vous avez écrit ici est resté")
    } else changed.push(one)
  }
  const changedIds = changed.map(({ before }) => before.rowId)
  await KEEP_VERSIONS[target](tx, changedIds, true)
  for (const { thing, digest, before } of changed) {
    const [row] = await tx
      .update(into)
      .set({ ...valuesOf(run, target, thing, report), ...nextVersion(table) })
      .where(eq(table.id, before.rowId))
      .returning({ version: table.version, title: table.title })
    if (!row) continue
    counts.updated += 1
    await rememberThings(tx, [
      {
        source: run.source,
        kind: "text",
        sourceId: thing.id,
        importId: null,
        target,
        rowId: before.rowId,
        version: row.version,
        digest,
      },
    ])
    await record(tx, { action: "import", kind: target, id: before.rowId, title: row.title })
  }
  await KEEP_VERSIONS[target](tx, changedIds)
}

const MAX_TITLE = 300
const MAX_EXCERPT = 1_000
const MAX_DESCRIPTION = 500
const MAX_SIGNATURE = 100
/** What forms take: a longer text is kept whole, but has to be shortened to be saved again. */
const MAX_TEXT = 100_000

type Values = { title: string; content: string; isPublished: boolean } & Record<string, unknown>

/** A row's values as its form would have them. */
function valuesOf(run: Run, target: TextTarget, thing: TextThing, report: ImportReport): Values {
  const full = oneLine(thing.title) || "Sans titre"
  if (full.length > MAX_TITLE) remark(report, full, "titre coupé à 300 caractères")
  const title = full.slice(0, MAX_TITLE).toWellFormed()
  const content = run.files.inText(thing.content)
  if (content.length > MAX_TEXT)
    remark(
      report,
      title,
      "texte de plus de 100\u00a0000 caractères\u00a0: à partager avant de le changer ici",
    )
  const publication = publicationOf(thing, report)
  const picture = run.files.addressOf(thing.picture)
  const excerpt = thing.excerpt || thing.description
  if (target === "page")
    return {
      title,
      content,
      metaDescription: oneLine(thing.description || thing.excerpt)
        .slice(0, MAX_DESCRIPTION)
        .toWellFormed(),
      isPublished: publication.isPublished,
    }
  if (target === "news")
    return {
      title,
      content,
      category: categoryOf(run, thing),
      ...(thing.news && {
        mediaType: thing.news.mediaType,
        mediaUrl: thing.news.mediaUrl,
        externalUrl: thing.news.externalUrl,
      }),
      thumbnailUrl: picture,
      source: "import",
      ...publication,
    }
  return {
    title,
    content: content.trim() || excerpt.trim() || title,
    excerpt: excerpt.slice(0, MAX_EXCERPT).toWellFormed(),
    coverImageUrl: picture,
    signature: signatureOf(run, thing),
    ...publication,
  }
}

/** Who has an account here signs by that. */
function signatureOf(run: Run, { author }: TextThing) {
  if (author === null || run.accounts.has(author)) return ""
  return oneLine(run.authors.get(author) ?? "")
    .slice(0, MAX_SIGNATURE)
    .toWellFormed()
}

function categoryOf(run: Run, thing: TextThing) {
  const { category } = fateOf(thing, run.choices)
  return category ?? "cko-news"
}

/** Nothing is public that was not. */
function publicationOf({ state, publishedAt, title }: TextThing, report: ImportReport) {
  const at = publishedAt === null ? null : new Date(publishedAt)
  const isAhead = at !== null && at.getTime() > Date.now()
  if (state === "scheduled" && !isAhead)
    remark(report, title, "sa date de publication est passée depuis l’export\u00a0: c’est un brouillon")
  if (state === "held")
    remark(
      report,
      title,
      "privé, réservé à des membres ou protégé par un mot de passe là-bas\u00a0: c’est un brouillon",
    )
  const isPublished = state === "published" || (state === "scheduled" && isAhead)
  return { isPublished, publishedAt: isPublished ? (at ?? new Date()) : null }
}
