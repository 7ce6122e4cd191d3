/**
 * `cko update <archive or address>`: a newer release in the place of this one, which goes back by itself when any of it fails
 * (docs/updates.md). What is done with the data is in update-data.ts.
 */
import { spawn } from "node:child_process"
import { accessSync, constants, existsSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseArgs, parseEnv } from "node:util"
import { takeTurnNow } from "#app/db/embedded/folder-users.server.ts"
import { idsOf, isThere, must, type Place, placeOf, scope, ServiceError, systemctl } from "./systemd.ts"
import { type Release, ReleaseError, takeRelease } from "./take-release.ts"
import type { Phase, Plan } from "./update-data.ts"

const USAGE = `Usage : cko update <archive ou adresse https://…> [--keys <fichier>] [--user]
        cko update <archive> --unsigned

  --keys      les clés de qui fait CKO (sinon : « cles », à côté des réglages du service)
  --unsigned  sans vérifier de qui vient l’archive, seulement si elle est entière
  --user      un service de votre compte, au lieu d’un service de la machine`

const ROOT = realpathSync(dirname(import.meta.dirname))
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Release
const FROM: Release = { folder: ROOT, version }

class UpdateError extends Error {}

/** Whose the data are, and what the site is set by. */
type Site = { place?: Place; account: { uid?: number; gid?: number }; variables: NodeJS.ProcessEnv }

const stop = new AbortController()
for (const name of ["SIGINT", "SIGTERM"] as const)
  process.on(name, () => stop.abort(new UpdateError("elle a été interrompue.")))
// Who loses the connection to a machine does not want half of it.
process.on("SIGHUP", () => {})
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  const isMisused = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  const isKnown = [UpdateError, ReleaseError, ServiceError].some((kind) => error instanceof kind)
  if (!isMisused && !isKnown && !("syscall" in error)) throw error
  console.error(isMisused ? USAGE : error.message)
  process.exitCode = isMisused ? 2 : 1
}

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      keys: { type: "string" },
      unsigned: { type: "boolean", default: false },
      user: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return console.log(USAGE)
  const [source, ...others] = positionals
  if (!source || others.length > 0) throw Object.assign(new UpdateError(), { code: "ERR_PARSE_ARGS" })
  if (!existsSync(join(ROOT, "build")) || existsSync(join(ROOT, ".git"))) throw new UpdateError(FROM_SOURCES)
  const site = findSite(values.user)
  const keys = values.unsigned ? undefined : (values.keys ?? findKeys(site))
  const place = dirname(ROOT)
  const endTurn = takePlace(place)
  try {
    console.log(`CKO ${version}, dans ${ROOT}\nArchive : vérifier, déballer…`)
    const to = await notBegun(takeRelease({ source, keys, version, place, signal: stop.signal }))
    const plan = { from: FROM, to, isByHand: site.place === undefined }
    console.log(`${to.version}, dans ${to.folder}\nEssai sur une copie, à côté du site…`)
    await notBegun(phase("rehearse", site, plan))
    await replace(site, plan)
  } finally {
    endTurn()
  }
}

/** One update at a time, for as long as this process lives. */
function takePlace(place: string) {
  try {
    accessSync(place, constants.W_OK)
  } catch {
    throw new UpdateError(
      `Rien ne peut être déballé dans ${place}, où ce compte n’écrit pas. Dans un conteneur, refaites l’image (docs/install.md).`,
    )
  }
  const endTurn = takeTurnNow(place)
  if (!endTurn) throw new UpdateError(`Une autre mise à jour est en cours dans ${place}.`)
  return endTurn
}

/** What fails before anything is touched. */
function notBegun<Result>(work: Promise<Result>) {
  return work.catch((error: Error) => {
    throw new UpdateError(`La mise à jour n’a pas commencé, et rien n’a changé : ${error.message}`)
  })
}

/** From here on nobody is served until it goes on, or back. */
async function replace(site: Site, plan: Plan) {
  const { place } = site
  console.log(place ? "Arrêt du site, mise à jour de la base…" : "Mise à jour de la base…")
  try {
    if (place) systemctl(place, ["stop", "cko"])
    stop.signal.throwIfAborted()
    await phase("move", site, plan)
    stop.signal.throwIfAborted()
  } catch (error) {
    return goBack(site, plan, error)
  }
  if (!place) return console.log(byHand(site, plan))
  try {
    console.log("Départ de la nouvelle version…")
    await install(plan.to, place)
    await phase("look", site, plan)
  } catch (error) {
    return goBack(site, plan, error)
  }
  await phase("end", site, plan)
  console.log(`Le site est en ${plan.to.version}. Quand tout va bien, effacez ${ROOT}`)
}

/** @throws UpdateError in any case: as it was before, or with what is left to do */
async function goBack(site: Site, plan: Plan, error: unknown): Promise<never> {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`La mise à jour a échoué : ${reason}\nRetour à ${version}…`)
  try {
    if (site.place) systemctl(site.place, ["stop", "cko"])
    await phase("undo", site, { ...plan, reason: reason.split("\n")[0] })
    if (site.place) await install(FROM, site.place)
  } catch (failure) {
    throw new UpdateError(stuckText(site, plan, failure instanceof Error ? failure.message : String(failure)))
  }
  throw new UpdateError(`Le site est comme avant, en ${version}.`)
}

/** One phase of update-data.ts, by the account that the data belong to. @throws UpdateError with what it said */
async function phase(name: Phase, { account, variables }: Site, plan: Plan) {
  const args = [join(ROOT, "scripts/run.ts"), "update-data", name, JSON.stringify(plan)]
  await ended(process.execPath, args, { ...account, env: variables, isGivenUp: name === "rehearse" })
}

/** The service of a release, in the place of another's or as it was, which then answers. */
async function install({ folder }: Release, place: Place) {
  await ended(join(folder, "cko"), ["service", "install", ...scope(place)], { env: process.env })
}

type Call = { uid?: number; gid?: number; env: NodeJS.ProcessEnv; isGivenUp?: boolean }

/** In a group of its own: what a terminal tells this process is not told to it. @param isGivenUp ends with this process's signal */
async function ended(program: string, args: string[], { isGivenUp, ...options }: Call) {
  if (isGivenUp) stop.signal.throwIfAborted()
  const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  const said = { out: "", error: "" }
  child.stdout.on("data", (text) => (said.out += String(text)))
  child.stderr.on("data", (text) => (said.error += String(text)))
  const giveUp = () => child.pid && process.kill(-child.pid, "SIGTERM")
  if (isGivenUp) stop.signal.addEventListener("abort", giveUp)
  const status = await new Promise<number | null>((resolve, reject) =>
    child.on("close", resolve).on("error", reject),
  )
  stop.signal.removeEventListener("abort", giveUp)
  if (isGivenUp) stop.signal.throwIfAborted()
  if (status !== 0)
    throw new UpdateError(said.error.trim() || said.out.trim() || `arrêt soudain (${status ?? "tué"})`)
}

/** The service that runs this release, or without one whoever calls this. */
function findSite(isUser: boolean): Site {
  const place = placeOf(isUser)
  const isRoot = process.getuid?.() === 0
  const isService =
    existsSync(place.unit) && readFileSync(place.unit, "utf8").includes(`"${join(ROOT, "cko")}"`)
  if (!isService) {
    if (isRoot || isUser)
      throw new UpdateError(`Le service ${place.unit} ne lance pas ${ROOT} : rien n’a été fait.`)
    return { account: {}, variables: process.env }
  }
  if (!isUser && !isRoot)
    throw new UpdateError("Mettre à jour un service de la machine demande d’être root (sudo).")
  if (!isThere(place)) throw new UpdateError("systemd ne tourne pas ici : rien n’a été fait.")
  const { PATH, HOME } = process.env
  return {
    place,
    account: place.account === undefined ? {} : idsOf(place.account),
    variables: { PATH, HOME, ...variablesOf(place) },
  }
}

/** What its service sets, also by what hosts wrote beside it (`systemctl edit cko`). */
function variablesOf(place: Place): NodeJS.ProcessEnv {
  const show = (name: string) =>
    must("systemctl", [...scope(place), "show", "cko", `--property=${name}`, "--value"]).trim()
  const words = show("Environment").matchAll(/"(\w+)=((?:[^"\\]|\\.)*)"|(\w+)=(\S*)/g)
  const set = Array.from(words, ([, quotedName, quoted = "", name, value]) => [
    quotedName ?? name,
    value ?? quoted.replaceAll(/\\(.)/g, "$1"),
  ])
  const files = show("EnvironmentFiles")
    .split("\n")
    .map((line) => line.replace(/ \(ignore_errors=\w+\)$/, ""))
    .filter((file) => existsSync(file))
  return Object.assign(Object.fromEntries(set), ...files.map((file) => parseEnv(readFileSync(file, "utf8"))))
}

function findKeys({ place }: Site) {
  const file = place && join(dirname(place.settings), "cles")
  if (file && existsSync(file)) return file
  throw new UpdateError(
    `Il manque les clés de qui fait CKO${file ? ` (${file})` : ""} : donnez-les par --keys, ou passez-vous d’elles par --unsigned.`,
  )
}

function byHand({ variables }: Site, { to }: Plan) {
  return (
    `La base est prête pour ${to.version}. Démarrez-la : DATA_DIR="${variables.DATA_DIR}" "${join(to.folder, "cko")}" start\n` +
    `Tant qu’elle ne l’a jamais été, ${version} retrouve en démarrant tout comme avant.`
  )
}

function stuckText({ place, variables }: Site, { from, to }: Plan, failure: string) {
  const start = place ? `${join(ROOT, "cko")} service install` : `${join(ROOT, "cko")} start`
  return (
    `Le retour à ${from.version} n’a pas réussi : ${failure}\nIl faut votre aide. Réparez ce qui est dit, puis : ${start}\n` +
    `Elle remet les données en place en démarrant. Une copie d’avant ${to.version} : ${variables.DATA_DIR}/updates/${from.version}.cko.gz`
  )
}

const FROM_SOURCES = "Depuis les sources : git pull && npm ci, puis redémarrez le site (docs/updates.md)."
