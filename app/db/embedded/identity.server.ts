import { lchown, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { run, spawnApart } from "./run.server.ts"

/** As whom PostgreSQL runs: it refuses to be root. */
export type Identity = {
  run: (program: string, args: string[]) => ReturnType<typeof run>
  spawnApart: (program: string, args: string[]) => ReturnType<typeof spawnApart>
  /** Makes a folder and all in it belong to whom PostgreSQL runs as. */
  own: (folder: string) => Promise<void>
  /** It can only pass by the folders that others may pass by, too. */
  needsWayIn?: boolean
}

type Account = { uid: number; gid: number }

const AS_WE_ARE: Identity = { run, spawnApart, own: async () => {} }

/**
 * Finds out as whom PostgreSQL can run on a folder of data. As root there are three ways, the first that works:
 * a user namespace in which root's files belong to somebody else; another account with the right to pass by folders that
 * are root's alone; another account without it. A folder that belongs to another account already is left to that one.
 * An account without a name, as containers give, is a stranger to PostgreSQL, too: it gets one in a user namespace.
 */
export async function findIdentity(folder: string): Promise<Identity> {
  const ourUid = process.getuid?.()
  const accounts = ourUid === undefined ? [] : await readAccounts()
  const [fitting] = accounts
  if (ourUid === undefined || !fitting || accounts.some(({ uid }) => uid === ourUid)) return AS_WE_ARE
  const owner = await stat(folder).catch(() => undefined)
  const isOurs = owner === undefined || owner.uid === ourUid

  const inNamespace = ["unshare", "--user", `--map-user=${fitting.uid}`, "--"]
  if (isOurs && (await works(inNamespace))) return prefixed(inNamespace, () => Promise.resolve())
  if (ourUid !== 0) return AS_WE_ARE

  const account = isOurs ? fitting : owner
  const own = (path: string) => giveTo(path, account)
  const { uid, gid } = account
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"]
  // Without the first one the system forgets the right when a program only asks whether it may, as initdb does.
  const rights = ["--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
  const withRights = ["setpriv", ...ids, ...rights, "--"]
  if (await works(withRights)) return prefixed(withRights, own)
  return {
    run: (program, args) => run(program, args, { uid, gid }),
    spawnApart: (program, args) => spawnApart(program, args, { uid, gid }),
    own,
    needsWayIn: true,
  }
}

function prefixed([first = "", ...others]: string[], own: Identity["own"]): Identity {
  return {
    run: (program, args) => run(first, [...others, program, ...args]),
    spawnApart: (program, args) => spawnApart(first, [...others, program, ...args]),
    own,
  }
}

async function works([first = "", ...others]: string[]) {
  return (await run(first, [...others, "true"])).status === 0
}

/** Accounts that are not root's, the most fitting first. PostgreSQL looks its own up by number. */
async function readAccounts(): Promise<Account[]> {
  const text = await readFile("/etc/passwd", "utf8").catch(() => "")
  const entries = text.split("\n").map((line) => line.split(":"))
  const fitting = ["nobody", "postgres"]
  return entries
    .toSorted(([a = ""], [b = ""]) => fitting.indexOf(b) - fitting.indexOf(a))
    .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0)
}

async function giveTo(path: string, { uid, gid }: Account) {
  const { uid: owner } = await stat(path)
  if (owner === uid) return
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), uid, gid)
  await lchown(path, uid, gid)
}
