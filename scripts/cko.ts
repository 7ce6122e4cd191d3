/**
 * `./cko`: the site and its commands, as `npm start` and `npm run …` have them, where there is no npm: in a release
 * (scripts/release.ts). Data lie beside the program unless DATA_DIR says otherwise.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

const ROOT = dirname(import.meta.dirname)

const COMMANDS = {
  start: "met le site en ligne (--workers N : plusieurs processus)",
  status: "dit si le site répond",
  import: "fait entrer un podcast par son flux, ou un site par son export",
  backup: "copie tout dans un fichier",
  restore: "remet une copie en place",
  export: "écrit tout le site dans une archive ouverte, à emporter ailleurs",
  "fetch-backup": "rapporte une copie de l’endroit où elles sont aussi gardées",
  media: "déplace ou vérifie les fichiers de la médiathèque",
  rescue: "retire le second facteur d’un compte qui l’a perdu",
  doctor: "examine la machine et le site, et dit quoi faire",
  migrate: "met la base à jour, et regarde si le site va bien, sans le mettre en ligne",
  update: "passe à une version plus récente, et revient si elle ne va pas",
  service: "installe ou retire le service du système (systemd)",
  version: "dit les versions",
}
type Command = keyof typeof COMMANDS

/** What has no other file to say how it is called. */
const OWN: Command[] = ["start", "status", "version"]

/** What never writes among a site's files as somebody else than their owner. */
const FOR_ROOT: Command[] = ["status", "doctor", "service", "update", "version"]

const [name = "help", ...args] = process.argv.slice(2)
const isHelpAsked = args.includes("--help") || args.includes("-h")
const isRoot = process.getuid?.() === 0
process.env.DATA_DIR ||= join(ROOT, "data")
process.env.CKO_PROGRAM = "./cko"
// Of what root compiles nobody else could keep anything beside it.
if (isRoot) process.env.NODE_DISABLE_COMPILE_CACHE = "1"

if (!isCommand(name)) {
  const isAsked = ["help", "--help", "-h"].includes(name)
  if (!isAsked) console.error(`« ${name} » n’est pas une commande.\n`)
  console.log(help())
  process.exitCode = isAsked ? 0 : 2
} else if (isRoot && !isHelpAsked && !FOR_ROOT.includes(name)) {
  console.error(refuseRoot())
  process.exitCode = 1
} else {
  await run(name)
}

async function run(command: Command) {
  if (isHelpAsked) {
    console.log(`./cko ${command} : ${COMMANDS[command]}.`)
    if (OWN.includes(command)) return
  }
  if (command === "start") return start()
  if (command === "status") return sayStatus()
  if (command === "version") return console.log(`CKO ${version()} (Node ${process.versions.node})`)
  process.argv = [process.execPath, join(ROOT, `scripts/${command}.ts`), ...args]
  if (command === "service") return import("./service.ts")
  if (command === "update") return import("./update.ts")
  process.argv.splice(2, 0, command)
  return import("./run.ts")
}

async function start() {
  // What further processes are started as, too.
  const file = join(ROOT, "server/start.js")
  process.argv = [process.execPath, file, ...(args.length > 0 ? args : ["--workers", "1"])]
  await import(pathToFileURL(file).href)
}

/** Status 1 where nothing answers as a site does. */
async function sayStatus() {
  const port = process.env.PORT || 3000
  const address = `http://localhost:${port}`
  try {
    // Not every machine knows that name.
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) })
    const { version, database } = await response.json()
    console.log(
      response.ok
        ? `En ligne : ${address}, version ${version}.`
        : `${address} répond, mais sa base de données ne répond pas (${database}).`,
    )
    if (!response.ok) process.exitCode = 1
  } catch {
    console.log(`Rien ne répond à ${address} comme un site CKO. Il est mis en ligne par : ./cko start`)
    process.exitCode = 1
  }
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word)
}

function version(): string {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version
}

function help() {
  const lines = Object.entries(COMMANDS).map(([command, what]) => `  ./cko ${command.padEnd(13)} ${what}`)
  return [
    `CKO ${version()} : le site d’un podcast, et son administration.`,
    "",
    ...lines,
    "",
    `Données : ${process.env.DATA_DIR} (DATA_DIR). Port : ${process.env.PORT || 3000} (PORT). Le reste : docs/configuration.md.`,
    "Ce que la documentation appelle « npm run … » s’écrit ici « ./cko … ».",
  ].join("\n")
}

function refuseRoot() {
  const call = `"${join(ROOT, "cko")}" ${name}`
  return [
    "CKO ne travaille pas en root : ce qu’il écrirait n’appartiendrait plus au compte du site.",
    `Comme service, avec un compte à lui : "${join(ROOT, "cko")}" service install`,
    ...(name === "start"
      ? []
      : [`Par le compte de ce service : runuser -u cko -- env DATA_DIR=/var/lib/cko/data ${call} …`]),
    `Par un autre compte : runuser -u <compte> -- env DATA_DIR="${process.env.DATA_DIR}" ${call} …`,
  ].join("\n")
}
