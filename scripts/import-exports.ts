import { setTimeout as pass } from "node:timers/promises"
// Where redirects may lead is asked of all types.
import "#app/office/types/types.server.ts"
import { IMPORT_PATH } from "#app/audience/newsletter/import/import.copy.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { type Fate, type ImportChoices, UNDO_DAYS } from "#app/kit/lib/imports.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { ImportError } from "#app/office/import/import-error.ts"
import { describeList } from "#app/office/import/imports.copy.ts"
import { ownCategory } from "#app/office/import/imports.schema.ts"
import { findImport, startImport, undoImport } from "#app/office/import/imports.server.ts"
import { readLocalFiles } from "#app/office/import/local-import.server.ts"
import { typedSite } from "#app/office/import/site-identity.ts"
import { THINGS_A_BEAT } from "#app/office/import/keep-things.server.ts"
import { giveBackImport, workOffImports } from "#app/office/import/work-off-imports.server.ts"
import { lookAtFile } from "#app/podcast/feeds-in/feed-source.server.ts"
import type { Environment } from "#server/env.ts"
import { asCalled } from "#server/env.ts"
import { openSiteDatabase, sayNew, UsageError } from "./command.ts"
import { printFound, printReport } from "./import-report.ts"
import { showProgress } from "./progress.ts"

/** What may be said of exports: as the page proposes it, but for what is denied. */
export const EXPORT_OPTIONS = {
  yes: { type: "boolean" },
  site: { type: "string" },
  posts: { type: "string" },
  drafts: { type: "boolean" },
  pages: { type: "boolean" },
  news: { type: "boolean" },
  accounts: { type: "boolean" },
  transcripts: { type: "boolean" },
  episodes: { type: "boolean" },
  comments: { type: "boolean" },
  copies: { type: "boolean" },
} as const

type Values = Partial<Record<Exclude<keyof typeof EXPORT_OPTIONS, "posts" | "site">, boolean>> & {
  posts?: string
  site?: string
}

/** Reads what another site exported and says what is in it; writes it where `--yes` is said. */
export async function importExports(env: Environment, paths: string[], values: Values) {
  const choices = readChoices(values)
  const site = typedSite(values.site ?? "")
  if (values.site && !site) throw new UsageError()
  for (const path of paths) await lookAtFile(path)
  await openSite(env, sayNew)
  const id = await read(paths, site)
  const found = await findImport(id)
  if (found?.findings) printFound(found.findings, found.source)
  if (found?.list) console.log(listWaits(found.list))
  if (found?.isListOnly) return
  if (!values.yes) return console.log(waits(id))
  await startImport(id, choices)
  await workOff(id)
}

/** Takes back what an import made and nobody edited since. */
export async function undoExports(env: Environment, id: number) {
  await openSite(env)
  if (!(await undoImport(id))) throw new ImportError(NOT_UNDONE)
  await workOff(id)
}

async function openSite(env: Environment, beforeNew?: Parameters<typeof openSiteDatabase>[1]) {
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  await openSiteDatabase(env, beforeNew)
  await refreshSiteSettings()
}

function readChoices({ posts = "post", ...values }: Values): ImportChoices {
  const {
    pages = true,
    news = true,
    accounts = false,
    episodes = true,
    comments = true,
    drafts = true,
    copies = true,
    transcripts = true,
  } = values
  return {
    posts: readFate(posts),
    categories: {},
    pages,
    news,
    accounts,
    episodes,
    comments,
    drafts,
    copies,
    transcripts: transcripts ? "draft" : "none",
  }
}

function readFate(typed: string): Fate {
  if (typed === "post" || typed === "none") return typed
  const [, category] = /^news:(.*\S.*)$/.exec(typed) ?? []
  if (!category) throw new UsageError()
  return `news:${ownCategory(category)}`
}

/** Ctrl+C leaves nothing behind. */
async function read(paths: string[], site: string) {
  const stop = new AbortController()
  const progress = showProgress("Lecture")
  let things = 0
  const onBeat = () => progress.show((things += THINGS_A_BEAT))
  return whileHeeding(
    () => stop.abort(),
    () => readLocalFiles(paths, site, { signal: stop.signal, onBeat }).finally(progress.end),
  )
}

/** Does what an import waits for, or looks on while the site does: one of them has it. Ctrl+C leaves it to the next one. */
async function workOff(id: number) {
  const stop = new AbortController()
  const start = await findImport(id)
  const progress = showProgress("Import", start && start.done + start.left)
  const show = async () => {
    const now = await findImport(id)
    if (now) progress.show(now.report?.undone?.removed ?? now.done)
  }
  const looking = setInterval(() => void show().catch(() => {}), LOOK_MS)
  const leave = async () => {
    stop.abort()
    await Promise.race([giveBackImport().catch(() => {}), pass(LEAVE_MS)])
    console.error(`\nInterrompu\u00a0: ${goesOn(id)}`)
    process.exit(130)
  }
  const end = await whileHeeding(leave, async () => {
    for (;;) {
      await workOffImports({ signal: stop.signal, onBeat: () => {} }, id)
      const now = await findImport(id)
      if (now?.state !== "running" && now?.state !== "undoing") return now
      await pass(LOOK_MS)
    }
  }).finally(() => {
    clearInterval(looking)
    progress.end()
  })
  if (!end) throw new ImportError("Cet import n’est plus là.")
  if (end.report) printReport(end.report)
  if (end.failure) throw new ImportError(end.failure)
  if (end.state === "paused") console.log(`En pause\u00a0: il reprend sous /admin/import/${id}`)
  if (end.state === "done") console.log(mayBeUndone(id))
}

const LOOK_MS = 1_000
const LEAVE_MS = 2_000

/** Lets what is done answer to Ctrl+C while it is done. */
async function whileHeeding<Result>(onStop: () => unknown, work: () => Promise<Result>) {
  const names = ["SIGINT", "SIGTERM"]
  for (const name of names) process.once(name, onStop)
  try {
    return await work()
  } finally {
    for (const name of names) process.removeListener(name, onStop)
  }
}

const waits = (id: number) =>
  [
    "Rien n’est encore écrit. Pour le faire\u00a0: la même commande avec --yes.",
    `Pour choisir par catégorie, ou ne rien importer\u00a0: /admin/import/${id}, où l’import attend ${UNDO_DAYS} jours.`,
  ].join("\n")
const listWaits = ({ id, people }: { id: number; people: number }) =>
  `${describeList(people)} attend : vous dites sous ${IMPORT_PATH}?id=${id} ce qu’elle devient. Personne n’est abonné avant cela.`
const goesOn = (id: number) =>
  `l’import continue avec le site, s’il est en ligne ou à son prochain départ. Où il en est\u00a0: /admin/import/${id}`
const mayBeUndone = (id: number) =>
  `Pendant ${UNDO_DAYS} jours, il peut être défait\u00a0: /admin/import/${id}, ou ${asCalled(`npm run import -- --undo ${id}`)}`
const NOT_UNDONE = `Aucun import de ce numéro ne peut être défait\u00a0: il n’y en a pas, il n’a rien écrit, ou il date de plus de ${UNDO_DAYS} jours.`
