/** `npm run doctor`: looks at all that the site stands on, also while it does not start, and says what to do. Changes nothing. */
import { isIP } from "node:net"
import { parseArgs } from "node:util"
import { mailSender, nameMailServer, senderDomain } from "#app/base/mail/smtp.server.ts"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { closeDatabase, openDatabase } from "#app/db/client.server.ts"
import { findFittingPrograms, hasDatabase } from "#app/db/embedded/folder.server.ts"
import { findPostmaster } from "#app/db/embedded/postmaster.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { isPublicAddress } from "#app/kit/http/public-network.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import type { CheckState } from "#app/kit/ui/check-state.ts"
import {
  checkCertificate,
  checkFolder,
  checkMailRecords,
  checkMemory,
  checkName,
  checkPort,
} from "#app/office/health/around-checks.ts"
import {
  findAddresses,
  findMailRecords,
  findPortUse,
  LOOK_MS,
  readFolder,
  readMemory,
  shakeHands,
} from "#app/office/health/around.server.ts"
import { bounded } from "#app/office/health/bounded.server.ts"
import { type Check, inOrderOfNeed, ON_SERVER, summarize, unknownCheck } from "#app/office/health/check.ts"
import { readSchemaState } from "#app/office/health/database.server.ts"
import { examineSite, hideSecrets } from "#app/office/health/health.server.ts"
import { readDisk } from "#app/office/health/machine.server.ts"
import { redact } from "#app/office/health/redact.ts"
import { checkStorage } from "#app/office/health/storage-checks.ts"
import { version } from "#package"
import { asCalled, type Environment, readEnvironment } from "#server/env.ts"
import { explain } from "#server/explain.ts"
import { isHelpAsked } from "./command.ts"

const USAGE = "Usage : npm run doctor"
const MARKS: Record<CheckState, string> = { fix: "✗", look: "!", good: "✓", unset: "·" }
const AGAIN = "Corrigez cela, puis relancez npm run doctor."

log.level = "silent"
try {
  if (isHelpAsked()) console.log(asCalled(USAGE))
  else {
    parseArgs()
    print(await examine())
  }
} catch (error) {
  console.error(error instanceof Error && "code" in error ? asCalled(USAGE) : error)
  process.exitCode = 1
} finally {
  await closeDatabase()
}
// What did not answer in time is not waited for.
process.exit()

async function examine(): Promise<{ checks: Check[]; hide: (text: string) => string }> {
  try {
    const env = readEnvironment()
    applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
    const folder = await look(
      "dossier",
      "Dossier de données",
      () => readFolder(env.dataDir),
      (found) => checkFolder(env.dataDir, found),
    )
    const site = await examineInside(env)
    return {
      checks: [folder, ...site, ...(await examineOutside(env))],
      hide: (text) => redact(hideSecrets(text), [env.metricsToken]),
    }
  } catch (error) {
    const wrong = failed("reglages", "Réglages", error, "Corrigez ces variables d’environnement.")
    return { checks: [wrong, checkMemory(readMemory())], hide: (text) => redact(text, []) }
  }
}

/** What the site's health says, or as much of it as can be said without a database. */
async function examineInside(env: Environment) {
  try {
    const stopped = await findStopped(env)
    if (stopped) return [stopped, ...(await examineMachine())]
    await openDatabase({ ...env, connections: 2, keepsSchema: true })
    await readSchemaState()
    await refreshSiteSettings()
    return await examineSite()
  } catch (error) {
    return [failed("base", "Base de données", error, AGAIN), ...(await examineMachine())]
  }
}

/** Why nothing is asked of an embedded database: it is not there, or does not run, and a look at it begins neither. */
async function findStopped({ databaseUrl, dataDir }: Environment): Promise<Check | undefined> {
  if (databaseUrl) return undefined
  const check = { id: "base", title: "Base de données", facts: [] }
  if (!(await hasDatabase(dataDir)))
    return {
      ...check,
      state: "fix",
      summary: `Pas de site dans ${dataDir}.`,
      advice:
        "Donnez le dossier de données du site avec DATA_DIR, ou démarrez-le une première fois (npm start).",
    }
  const { major } = await findFittingPrograms(dataDir)
  if (findPostmaster(dataDir)) return undefined
  return {
    ...check,
    state: "look",
    summary: "La base intégrée ne tourne pas\u00a0: elle démarre et s’arrête avec le site.",
    advice: "Démarrez le site (npm start), puis relancez npm run doctor pour ce qu’elle seule sait.",
    facts: [{ label: "PostgreSQL", value: String(major) }],
  }
}

async function examineMachine(): Promise<Check[]> {
  const storage = await look("stockage", "Stockage", readDisk, (disk) => {
    const { facts, ...check } = checkStorage({ disk, usedBytes: 0 })
    return { ...check, facts: facts.slice(-1) }
  })
  const versions = [
    { label: "Site", value: version },
    { label: "Node", value: process.versions.node },
  ]
  return [
    storage,
    checkMemory(readMemory()),
    {
      id: "versions",
      title: "Versions",
      state: "good",
      summary: "Celle de la base n’a pas été lue.",
      facts: versions,
    },
  ]
}

/** What others see of the site. Nothing is asked where it is at home on this machine. */
async function examineOutside({ port, publicUrl }: Environment): Promise<Check[]> {
  const { protocol, hostname, port: publicPort } = new URL(publicUrl)
  const own =
    port === 0
      ? []
      : [
          look(
            "port",
            "Port",
            () => findPortUse(port),
            (use) => checkPort(port, use),
          ),
        ]
  if (isAtHome(hostname)) return Promise.all(own)
  const domain = senderDomainOr(hostname)
  return Promise.all([
    ...own,
    ...(isIP(hostname.replace(/^\[|\]$/g, "")) === 0
      ? [
          look(
            "nom",
            "Nom de domaine",
            () => findAddresses(hostname),
            (found) => checkName(hostname, found, isPublicAddress),
          ),
        ]
      : []),
    ...(protocol === "https:"
      ? [
          look(
            "certificat",
            "Certificat",
            () => shakeHands(hostname, Number(publicPort || 443)),
            (found) => checkCertificate(hostname, found, new Date()),
          ),
        ]
      : []),
    look(
      "dns-e-mails",
      "Domaine des e-mails",
      () => findMailRecords(domain.name, domain.server),
      checkMailRecords,
    ),
  ])
}

function isAtHome(host: string) {
  return /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(host)
}

/** What hosts set is known where the database told. */
function senderDomainOr(hostname: string) {
  try {
    const server = nameMailServer()?.replace(/:\d+$/, "") ?? ""
    return { name: mailSender().address.includes("@") ? senderDomain() : hostname, server }
  } catch {
    return { name: hostname, server: "" }
  }
}

/** A check of what is found out in time, or that it was not. */
async function look<Found>(
  id: string,
  title: string,
  work: () => Promise<Found>,
  check: (found: Found) => Check,
) {
  const found = await bounded(id, work, LOOK_MS)
  return found.outcome === "done" ? check(found.value) : unknownCheck(id, title, found.outcome === "late")
}

function failed(id: string, title: string, error: unknown, advice: string): Check {
  const said = explain(error)
  const summary = typeof said === "string" ? said : said instanceof Error ? said.message : String(said)
  return { id, title, state: "fix", summary, advice, facts: [] }
}

/** Who reads this is who runs the server: nothing has to be passed on. */
function toDo(advice = "", onServer = "") {
  return `${advice.replace(ON_SERVER, "").trim()} ${onServer}`.trim()
}

function print({ checks, hide }: Awaited<ReturnType<typeof examine>>) {
  const lines = inOrderOfNeed(checks).flatMap(({ title, state, summary, advice, onServer, facts }) => [
    `${MARKS[state]} ${title} : ${summary}`,
    ...((advice ?? onServer) ? [`    À faire : ${toDo(advice, onServer)}`] : []),
    ...facts.flatMap(({ label, value, isPrivate }) => (isPrivate ? [] : [`    ${label} : ${value}`])),
  ])
  const text = asCalled([...lines, "", summarize(checks)].join("\n"))
  console.log(hide(text).replaceAll(/[\u00a0\u202f]/g, " "))
  if (checks.some(({ state }) => state === "fix")) process.exitCode = 1
}
