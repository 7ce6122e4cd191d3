/**
 * `cko service install` makes a release a service of systemd that starts with the machine, `cko service uninstall` takes that
 * back and leaves what is the site's. Both may be called again: what is right already stays.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { settingsTemplate, unitOf } from "./service-unit.ts"
import {
  ACCOUNT,
  idsOf,
  isThere,
  must,
  type Place,
  placeOf,
  run,
  scope,
  ServiceError,
  systemctl,
} from "./systemd.ts"

const USAGE = `Usage : cko service install [--user] [--dry-run]
        cko service uninstall [--user]

  --user     un service de votre compte, au lieu d’un service de la machine (qui demande d’être root)
  --dry-run  montre ce qui serait écrit, et ne fait rien`

/** What the service's account does not see (service-unit.ts): its own hidden copies are there instead. */
const HIDDEN = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]
/** Of a program's path, by systemd. */
const REFUSED = /["'\\\p{Cc}]/u
const REFUSED_TEXT = "systemd ne veut ni guillemets ni barres obliques inverses dans le chemin d’un programme"
/** A first start fills the database. */
const START_MS = 90_000

try {
  await main()
} catch (error) {
  if (!(error instanceof Error)) throw error
  const isMisused = "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  if (!isMisused && !(error instanceof ServiceError) && !("syscall" in error)) throw error
  console.error(isMisused ? USAGE : error.message)
  process.exitCode = isMisused ? 2 : 1
}

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      user: { type: "boolean" },
      "dry-run": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) return console.log(USAGE)
  const place = placeOf(values.user ?? false)
  const [verb, ...others] = positionals
  if (others.length > 0 || (verb !== "install" && verb !== "uninstall")) {
    console.error(USAGE)
    process.exitCode = 2
  } else if (verb === "uninstall") {
    requireRight(place)
    uninstall(place)
  } else if (values["dry-run"]) {
    console.log(
      `${place.unit} :\n\n${unitOf(place)}\n${place.settings} (s’il manque) :\n\n${settingsTemplate(place)}`,
    )
  } else {
    requireRight(place)
    await install(place)
  }
}

function requireRight({ isUser }: Place) {
  const isRoot = process.getuid?.() === 0
  if (isUser && isRoot)
    throw new ServiceError(
      "Le site ne tourne pas en root : appelez ceci sans --user, ou par un autre compte.",
    )
  if (!isUser && !isRoot)
    throw new ServiceError(
      "Un service de la machine demande d’être root (sudo) ; « --user » fait un service de votre compte.",
    )
}

async function install(place: Place) {
  if (REFUSED.test(place.folder)) throw new ServiceError(unreadable(place.folder, REFUSED_TEXT))
  if (!place.isUser) prepareAccount(place)
  writeSettings(place)
  const text = unitOf(place)
  const before = existsSync(place.unit) ? readFileSync(place.unit, "utf8") : undefined
  if (before !== text) write(place.unit, text, 0o644)
  console.log(
    `Service : ${place.unit}${before === text ? " (inchangé)" : ""}\nRéglages : ${place.settings}\nDonnées : ${place.dataDir}`,
  )

  if (!isThere(place)) return console.log(byHand(place))
  systemctl(place, ["daemon-reload"])
  systemctl(place, ["enable", "cko"])
  systemctl(place, [before === text ? "start" : "restart", "cko"])
  await sayWhetherOnline(place)
}

/** The account, and its folder, which also holds what the site writes. */
function prepareAccount({ folder, dataDir }: Place) {
  const hidden = HIDDEN.find((place) => `${folder}/`.startsWith(place))
  if (hidden) throw new ServiceError(unreadable(folder, `un service ne voit pas ${hidden}`))
  const home = dirname(dataDir)
  if (run("id", ["-u", ACCOUNT]).status !== 0) {
    must("useradd", [
      ...["--system", "--user-group", "--no-create-home", "--home-dir", home],
      ...["--shell", "/usr/sbin/nologin", ACCOUNT],
    ])
    console.log(`Compte du système : ${ACCOUNT}`)
  }
  const account = idsOf(ACCOUNT)
  if (run("test", ["-x", join(folder, "cko")], account).status !== 0) {
    const reason = `le compte ${ACCOUNT} ne peut pas le lire (chmod -R a+rX "${folder}" peut suffire)`
    throw new ServiceError(unreadable(folder, reason))
  }
  mkdirSync(home, { recursive: true })
  chmodSync(home, 0o700)
  chownSync(home, account.uid, account.gid)
}

/** What somebody has set stays. */
function writeSettings(place: Place) {
  if (existsSync(place.settings)) return
  write(place.settings, settingsTemplate(place), place.isUser ? 0o600 : 0o640)
  if (!place.isUser) chownSync(place.settings, 0, idsOf(ACCOUNT).gid)
}

function uninstall(place: Place) {
  if (!existsSync(place.unit))
    throw new ServiceError(`Il n’y a pas de service ${place.unit} : rien n’a été fait.`)
  if (isThere(place)) systemctl(place, ["disable", "--now", "cko"])
  rmSync(place.unit)
  if (isThere(place)) systemctl(place, ["daemon-reload"])
  const account = place.isUser ? "" : `\n  le compte ${ACCOUNT} (userdel ${ACCOUNT})`
  console.log(
    `Le service est arrêté et retiré. Restent, à vous de les garder ou de les effacer :
  les données : ${place.dataDir}
  les réglages : ${place.settings}${account}
  le programme : ${place.folder}`,
  )
}

async function sayWhetherOnline(place: Place) {
  const port = /^\s*PORT=["']?(\d+)/m.exec(readFileSync(place.settings, "utf8"))?.[1] ?? "3000"
  const address = `http://localhost:${port}`
  const began = Date.now()
  while (Date.now() < began + START_MS) {
    await sleep(500)
    const { state, restarts } = stateOf(place)
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
    if (answer?.ok && state === "active") {
      console.log(`En ligne : ${address}`)
      return place.isUser && console.log(LINGER)
    }
    if (state === "failed" || restarts > 1) break
  }
  const ofService = [...scope(place), "-u", "cko"]
  const since = `--since=@${Math.floor(began / 1000)}`
  const { output } = run("journalctl", [...ofService, since, "--lines=15", "--no-pager", "--output=cat"])
  const how = `journalctl ${ofService.join(" ")}`
  throw new ServiceError(
    `Le site ne répond pas à ${address}. Ce qu’il a dit en dernier (${how}) :\n\n${output}`,
  )
}

function stateOf(place: Place) {
  const { output } = run("systemctl", [...scope(place), "show", "cko", "--property=ActiveState,NRestarts"])
  const [, state] = /^ActiveState=(.*)$/m.exec(output) ?? []
  const [, restarts] = /^NRestarts=(\d+)$/m.exec(output) ?? []
  return { state, restarts: Number(restarts) }
}

const LINGER = "Pour qu’il tourne aussi quand vous n’êtes pas connecté : loginctl enable-linger"

function byHand(place: Place) {
  const command = ["systemctl", ...scope(place)].join(" ")
  return `systemd ne tourne pas ici : le service est écrit, mais pas lancé. Là où il tourne :
  ${command} daemon-reload
  ${command} enable --now cko
Sans systemd, lancez vous-même, par ${place.isUser ? "votre compte" : `le compte ${ACCOUNT}`} :
  DATA_DIR="${place.dataDir}" "${join(place.folder, "cko")}" start`
}

function unreadable(folder: string, reason: string) {
  return `Le programme ne peut pas rester dans ${folder} : ${reason}. Déplacez-le, par exemple dans /opt, et recommencez de là.`
}

/** At once: whoever starts the machine at this moment finds the old file or the new one. */
function write(file: string, text: string, mode: number) {
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.new`
  writeFileSync(unfinished, text, { mode, flush: true })
  // Whatever the umask.
  chmodSync(unfinished, mode)
  renameSync(unfinished, file)
}
