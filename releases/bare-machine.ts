import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, readFileSync, readlinkSync } from "node:fs"
import { appendFile, mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Nobody's account on such a machine. */
const USER = 1000
/** What programs look for on every machine. */
const MOUNTS = ["/proc", "/dev", "/dev/shm"]
/** The first start makes a database. */
const ONLINE = /CKO est en ligne : (\S+)/
/** Of the times under /proc. */
const TICK_MS = 10

export type BareMachine = Awaited<ReturnType<typeof startBareMachine>>

/**
 * A Debian with nothing but what every one has (essential packages: libc, a shell; and libstdc++, which apt needs), on this machine's kernel and network.
 *
 * @throws Error where this is not root, or without `mmdebstrap`
 */
export async function startBareMachine() {
  const root = await mkdtemp(join(tmpdir(), "cko-machine-"))
  execFileSync("mmdebstrap", ["--quiet", "--variant=essential", "--include=libstdc++6", "bookworm", root], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  // PostgreSQL asks what its account is called.
  await appendFile(join(root, "etc/passwd"), `hote:x:${USER}:${USER}::/tmp:/bin/sh\n`)
  for (const place of MOUNTS) {
    await mkdir(root + place, { recursive: true })
    execFileSync("mount", ["--bind", place, root + place])
  }
  const children = new Map<ChildProcess, Promise<number>>()
  const inside = (user: number, program: string, args: string[], variables: Record<string, string> = {}) => {
    const env = [
      "-i",
      "PATH=/usr/bin:/bin",
      ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
    ]
    const options: SpawnOptions = { stdio: ["ignore", "pipe", "pipe"] }
    const child = spawn(
      "chroot",
      [`--userspec=${user}:${user}`, root, "/usr/bin/env", ...env, program, ...args],
      options,
    )
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text: Buffer) => (output += String(text)))
    const ended = once(child, "close").then(([code]) => Number(code))
    children.set(child, ended)
    return { child, output: () => output, ended }
  }

  return {
    root,

    /** Runs a program to its end. */
    async run(program: string, args: string[], variables: Record<string, string> = {}, user = USER) {
      const running = inside(user, program, args, variables)
      return { code: await running.ended, output: running.output() }
    },

    /** Starts the site. @returns once it is online, how long that took on the wall and of the processor (ms), and what stops it */
    async start(program: string, variables: Record<string, string>) {
      const began = performance.now()
      const site = inside(USER, program, ["start"], variables)
      while (!ONLINE.test(site.output()) && site.child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 10))
      const tookMs = Math.round(performance.now() - began)
      if (site.child.exitCode !== null) throw new Error(`The site did not start: ${site.output()}`)
      return {
        tookMs,
        cpuMs: cpuMsOf(root),
        output: site.output,
        async stop() {
          site.child.kill("SIGINT")
          return site.ended
        },
      }
    },

    async close() {
      for (const [child, ended] of children) {
        child.kill("SIGINT")
        await ended
      }
      for (const place of MOUNTS.toReversed()) execFileSync("umount", [root + place])
      if (existsSync(join(root, "proc/self"))) throw new Error(`${root} is still mounted.`)
      await rm(root, { recursive: true })
    },
  }
}

/** What the processor did for all that runs in a folder as its root, and for what that waited for. */
function cpuMsOf(root: string) {
  const ticks = globSync("/proc/[0-9]*").flatMap((place) => {
    try {
      if (readlinkSync(`${place}/root`) !== root) return []
      // After the name, in which anything may stand: of its own and of what it waited for, as a user and in the kernel.
      const [, fields = ""] = /^.*\) (.*)/s.exec(readFileSync(`${place}/stat`, "utf8")) ?? []
      return fields.split(" ").slice(11, 15).map(Number)
    } catch {
      // It ended meanwhile.
      return []
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * TICK_MS
}
