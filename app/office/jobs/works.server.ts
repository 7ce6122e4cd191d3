import { type SQL, sql } from "drizzle-orm"
import { FAILED_MAILS } from "#app/base/mail/failed-mails.copy.ts"
import { dropMails, listFailedMails, retryMails } from "#app/base/mail/failed-mails.server.ts"
import { groupAddress } from "#app/base/settings/groups.ts"
import { db } from "#app/db/client.server.ts"
import { findFailingJobs } from "#app/db/failing-jobs.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { feeds, feedWords } from "#app/db/schema/feeds.server.ts"
import { imports, importThings } from "#app/db/schema/imports.server.ts"
import { letterRecipients, letters } from "#app/db/schema/letters.server.ts"
import { mails } from "#app/db/schema/mails.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { subscriberImportRows, subscriberImports } from "#app/db/schema/newsletter.server.ts"
import { transcriptions } from "#app/db/schema/transcripts.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { retryFailedMedia } from "#app/media/processing/new-medium.server.ts"
import { dropFeedWords, retryFeedWords } from "#app/podcast/feeds-in/words/feed-words-queue.server.ts"
import { retryCopies } from "#app/podcast/migration/copies/copying.server.ts"
import {
  dropFailedTranscriptions,
  retryTranscriptions,
} from "#app/podcast/transcripts/command/ask-transcriptions.server.ts"
import { BACKUPS, EXPORT } from "../sidebar-entries.ts"
import { MOST } from "./works.copy.ts"

type Work = {
  label: string
  /** Where it is looked after. */
  to: string
  /** The site was started without what it is about. */
  isOff?: () => boolean
  /** Those of `app/jobs` that do it: one that fails is told of here. */
  jobs?: string[]
  /** One row of `Figures`. */
  figures: SQL
  /** What hosts can do about all that failed. @returns how many that was */
  retry?: () => Promise<number>
  abandon?: () => Promise<number>
}

/** What waits, as the rows of its domain say. */
type Figures = {
  working: number
  waiting: number
  failed: number
  /** When something is due of itself. */
  next: Date | null
  /** Of 1: how far all that is under way has come. */
  share: number | null
  /** Of the newest that failed, in French. */
  failure: string | null
}

const none = sql.raw("0")
const nothing = sql.raw("null")

function figuresOf(from: SQL, figures: Partial<Record<keyof Figures, SQL>>) {
  const { working = none, waiting = none, failed = none, next, share, failure } = figures
  return sql`select (${working})::int as working, (${waiting})::int as waiting, (${failed})::int as failed,
    (${next ?? nothing})::timestamptz as next, (${share ?? nothing})::float8 as share, (${failure ?? nothing})::text as failure
    ${from}`
}
const countOf = (condition: SQL) => sql`count(*) filter (where ${condition})`
/** Of what may be many thousands: counting further would take ever longer. */
const upToMost = (rows: SQL) =>
  sql`select count(*) from (select ${rows} limit ${sql.raw(String(MOST + 1))}) as found`
const inState = (state: string) => countOf(sql`state = ${sql.raw(`'${state}'`)}`)
const states = { working: inState("working"), waiting: inState("waiting"), failed: inState("failed") }

/** Of a job whose state is one setting: when it is due. */
const dueIn = (name: string) =>
  sql`from (select value from ${settings} where name = ${sql.raw(`'${name}'`)}) as held`
const dueAt = sql`max((value ->> 'dueAt')::timestamptz)`

/** One of the copies is being restored for a trial; which do not restore is told on their page. */
const isVerifying = sql`value @? '$.*.check ? (@.outcome == "working")'`

/** As many as one press is about. */
const MAILS_AT_ONCE = 1_000
const failedMails = async () =>
  (await listFailedMails({ limit: MAILS_AT_ONCE, offset: 0 })).map(({ id }) => id)

/** What the site does by itself that hosts may want to know of, by name. */
export const WORKS = {
  media: {
    label: "Images et sons envoyés",
    to: "/admin/media",
    figures: figuresOf(sql`from ${media} where state <> 'ready'`, {
      ...states,
      failure: sql`(array_agg(failure order by id desc) filter (where state = 'failed'))[1]`,
    }),
    retry: retryFailedMedia,
  },
  transcriptions: {
    label: "Transcriptions par votre programme",
    to: "/admin/transcripts",
    figures: figuresOf(sql`from ${transcriptions}`, {
      ...states,
      share: sql`avg(progress) filter (where state = 'working') / 100`,
      failure: sql`(array_agg(failure order by ended_at desc) filter (where state = 'failed'))[1]`,
    }),
    retry: retryTranscriptions,
    abandon: dropFailedTranscriptions,
  },
  words: {
    label: "Transcriptions et chapitres des flux",
    to: "/admin/import",
    figures: figuresOf(sql`from ${feedWords}`, {
      working: countOf(sql`due_at is not null and leased_until > now()`),
      waiting: countOf(sql`due_at is not null and (leased_until is null or leased_until <= now())`),
      failed: countOf(sql`due_at is null and failure <> ''`),
      failure: sql`(array_agg(failure order by episode_id desc) filter (where due_at is null and failure <> ''))[1]`,
    }),
    retry: retryFeedWords,
    abandon: dropFeedWords,
  },
  feeds: {
    label: "Lecture des flux retenus",
    to: "/admin/import",
    jobs: ["feeds"],
    figures: figuresOf(sql`from ${feeds}`, {
      working: countOf(sql`leased_until > now()`),
      waiting: countOf(sql`asked_at is not null and lease is null`),
      failed: countOf(sql`error is not null`),
      next: sql`min(due_at) filter (where is_automatic)`,
      failure: sql`(array_agg(error order by read_at desc) filter (where error is not null))[1]`,
    }),
  },
  copies: {
    label: "Copie des fichiers de l’ancien hébergeur",
    to: "/admin/moving",
    jobs: ["copies", "look-for-copies"],
    figures: figuresOf(sql`from ${fileCopies}`, {
      working: countOf(sql`state in ('working', 'preparing')`),
      waiting: inState("waiting"),
      failed: inState("failed"),
      share: sql`(${inState("done")})::float8 / nullif(count(*) filter (where state <> 'undone'), 0)`,
      failure: sql`(array_agg(failure order by id desc) filter (where state = 'failed'))[1]`,
    }),
    retry: () => retryCopies(),
  },
  mails: {
    label: "E-mails du site",
    to: FAILED_MAILS,
    jobs: ["mails"],
    figures: figuresOf(sql``, {
      waiting: upToMost(sql`from ${mails} where failed_at is null`),
      failed: upToMost(sql`from ${mails} where failed_at is not null`),
      next: sql`select min(due_at) from ${mails} where failed_at is null`,
    }),
    retry: async () => retryMails(await failedMails()),
    abandon: async () => dropMails(await failedMails()),
  },
  letters: {
    label: "Lettres aux abonnés",
    to: "/admin/letters",
    jobs: ["automatic-letters"],
    figures: figuresOf(sql`from ${letters} where state in ('sending', 'scheduled', 'paused')`, {
      working: inState("sending"),
      waiting: inState("scheduled"),
      failed: countOf(sql`state = 'paused' and halt is not null`),
      next: sql`min(scheduled_at) filter (where state = 'scheduled')`,
      share: sql`(select avg((state not in ('waiting', 'sending'))::int) from ${letterRecipients}
        where letter_id in (select id from ${letters} where state = 'sending'))`,
    }),
  },
  imports: {
    label: "Listes d’abonnés importées",
    to: "/admin/newsletter/import",
    jobs: ["imports"],
    figures: figuresOf(sql`from ${subscriberImports} where state = 'running'`, {
      working: sql`count(*)`,
      share: sql`sum(added_count)::float8 / nullif(sum(added_count) + (select count(*) from ${subscriberImportRows}
        where import_id in (select id from ${subscriberImports} where state = 'running')), 0)`,
    }),
  },
  "site-imports": {
    label: "Imports d’autres sites",
    to: "/admin/import",
    figures: figuresOf(sql`from ${imports} where state in ('reading', 'running', 'paused', 'undoing')`, {
      working: countOf(sql`state <> 'paused'`),
      waiting: inState("paused"),
      share: sql`(select avg(is_done::int) from ${importThings} where kind in ('text', 'comment')
        and import_id in (select id from ${imports} where state = 'running'))`,
    }),
  },
  hub: {
    label: "Annonce des nouveautés aux applications",
    to: "/admin/feed",
    jobs: ["hub"],
    figures: figuresOf(dueIn("feed-hub"), {
      waiting: countOf(sql`value ->> 'askedAt' is not null`),
      failed: countOf(sql`(value ->> 'failures')::int > 0`),
      next: dueAt,
    }),
  },
  cdn: {
    label: "Pages retirées du CDN",
    to: "/admin/health",
    isOff: () => getSettings().cdn === undefined,
    jobs: ["cdn"],
    figures: figuresOf(dueIn("cdn-purge"), {
      failed: sql`count(*)`,
      next: dueAt,
      failure: sql`max(value ->> 'failure')`,
    }),
  },
  bounces: {
    label: "Lecture de la boîte des retours",
    to: "/admin/site/returns",
    jobs: ["bounces"],
    figures: figuresOf(dueIn("letter-returns"), {
      failed: countOf(sql`(value ->> 'failures')::int > 0`),
      next: dueAt,
    }),
  },
  backups: {
    label: "Sauvegardes",
    to: BACKUPS,
    jobs: ["backups", "daily-backups", "backups-elsewhere"],
    figures: figuresOf(
      sql`from ${settings}
      where name in ('backup-asked', 'backup-failure', 'backup-elsewhere-failure')
        or name = 'backups-made' and ${isVerifying}`,
      {
        waiting: countOf(sql`name = 'backup-asked' and (value ->> 'starts')::int = 0`),
        working: countOf(
          sql`name = 'backups-made' or name = 'backup-asked' and (value ->> 'starts')::int > 0`,
        ),
        failed: countOf(sql`name like '%failure'`),
        failure: sql`max(value ->> 'text')`,
      },
    ),
  },
  export: {
    label: "Archive de tout le site",
    to: EXPORT,
    figures: figuresOf(sql`from ${settings} where name in ('export-asked', 'export-failure')`, {
      waiting: countOf(sql`name = 'export-asked' and (value ->> 'starts')::int = 0`),
      working: countOf(sql`name = 'export-asked' and (value ->> 'starts')::int > 0`),
      failed: countOf(sql`name = 'export-failure'`),
      failure: sql`max(value ->> 'text')`,
    }),
  },
  "newer-version": {
    label: "Demande de nouvelles versions",
    to: groupAddress("updates"),
    jobs: ["newer-version"],
    figures: figuresOf(
      sql`from (select value from ${settings} where name = 'newer-version'
        and exists (select from ${settings} where name = 'updates.asks' and value = 'true')) as held`,
      { next: sql`max((value ->> 'askedAt')::timestamptz) + interval '1 day'` },
    ),
  },
  retention: {
    label: "Effacement de ce qui est trop ancien",
    to: "/admin/personal-data",
    jobs: ["retention", "unfinished-uploads", "old-visits"],
    figures: figuresOf(sql`from (select value from ${settings} where name = 'retention-pass') as held`, {
      next: sql`max((value #>> '{}')::timestamptz) + interval '1 day'`,
    }),
  },
  search: {
    label: "Index de la recherche",
    to: "/recherche",
    jobs: ["search"],
    figures: figuresOf(sql``, {}),
  },
} satisfies Record<string, Work>

/** @returns undefined for no name of these */
export const findWork = (name: string): Work | undefined =>
  Object.hasOwn(WORKS, name) ? workOf(name as WorkName) : undefined

export type WorkName = keyof typeof WORKS
const NAMES = Object.keys(WORKS) as WorkName[]
const workOf = (name: WorkName): Work => WORKS[name]

export type ShownWork = Figures & {
  name: WorkName
  label: string
  to: string
  failingSince?: Date
  mayRetry: boolean
  mayAbandon: boolean
}

/** What the site does by itself, in order of need: what failed, runs, waits, is due. */
export async function listWorks(): Promise<ShownWork[]> {
  const all = NAMES.filter((name) => !workOf(name).isOff?.()).map(
    (name) => sql`select ${sql.raw(`'${name}'`)} as name, f.* from (${workOf(name).figures}) as f`,
  )
  const [{ rows }, failing] = await Promise.all([
    db.execute<Omit<Figures, "next"> & { name: WorkName; next: string | null }>(
      sql.join(all, sql` union all `),
    ),
    findFailingJobs(),
  ])
  return rows
    .map(({ name, next, ...figures }) => {
      const { label, to, jobs = [], retry, abandon } = workOf(name)
      const [failingSince] = jobs
        .flatMap((job) => failing[job] ?? [])
        .toSorted((a, b) => a.getTime() - b.getTime())
      return {
        name,
        label,
        to,
        ...figures,
        failingSince,
        next: next === null ? null : new Date(next),
        mayRetry: figures.failed > 0 && retry !== undefined,
        mayAbandon: figures.failed > 0 && abandon !== undefined,
      }
    })
    .toSorted((one, other) => needOf(one) - needOf(other))
}

function needOf({ failed, failingSince, working, waiting, next }: ShownWork) {
  return [failed > 0 || failingSince, working > 0, waiting > 0, next, true].findIndex(Boolean)
}
