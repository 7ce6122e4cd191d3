import { Gauge, Registry } from "prom-client"
import { countMails, findOutcome } from "#app/base/mail/mail-outcomes.server.ts"
import { listWorks } from "#app/office/jobs/works.server.ts"
import { version } from "#package"

/** The database is asked no more often, however many ask. */
const FRESH_MS = 5_000
const TIMEOUT_MS = 2_000

/** What is the same for all processes of a site, as its database tells. */
export const ofSite = new Registry()
const registers = [ofSite]

new Gauge({
  name: "cko_build_info",
  help: "Which version runs",
  labelNames: ["version", "node"],
  registers,
}).set({ version, node: process.versions.node }, 1)

const isUp = new Gauge({ name: "cko_database_up", help: "1 while the database answers", registers })
const jobs = new Gauge({
  name: "cko_jobs",
  help: "What the site does by itself, by kind and state; counts end somewhat above a thousand",
  labelNames: ["job", "state"],
  registers,
})
const failing = new Gauge({
  name: "cko_job_failing",
  help: "1 where the last turn of a job failed as a whole",
  labelNames: ["job"],
  registers,
})
const mails = new Gauge({
  name: "cko_mails",
  help: "Mails that wait, of these for too long, and that were given up; counts end at 1001",
  labelNames: ["state"],
  registers,
})
const lastMail = new Gauge({
  name: "cko_last_mail_timestamp_seconds",
  help: "When a mail was last sent, and when one last failed",
  labelNames: ["outcome"],
  registers,
})

let reading: Promise<void> | undefined
let readAt = -Infinity

/**
 * Brings what the database tells up to date, where that was not done just now. What it does not tell in time stays unknown.
 *
 * @param now in milliseconds
 */
export async function refreshSiteMeasures(now = performance.now()) {
  if (now - readAt < FRESH_MS) return
  reading ??= read().finally(() => (reading = undefined))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error("late")), TIMEOUT_MS).unref()
  try {
    await Promise.race([reading, late.promise])
    isUp.set(1)
  } catch {
    // Nothing is told that was true before. What ails the database is in the log by its own means.
    for (const one of [jobs, failing, mails, lastMail]) one.reset()
    isUp.set(0)
  } finally {
    clearTimeout(timer)
  }
}

async function read() {
  const [works, counts, sent, failed] = await Promise.all([
    listWorks(),
    countMails(),
    findOutcome("sent"),
    findOutcome("failed"),
  ])
  for (const { name: job, failingSince, ...figures } of works) {
    for (const state of ["working", "waiting", "failed"] as const) jobs.set({ job, state }, figures[state])
    failing.set({ job }, failingSince ? 1 : 0)
  }
  for (const [state, count] of Object.entries(counts)) mails.set({ state }, count)
  for (const [outcome, found] of Object.entries({ sent, failed }))
    if (found) lastMail.set({ outcome }, found.at.getTime() / 1_000)
  readAt = performance.now()
}
