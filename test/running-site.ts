import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("..", import.meta.url))

/** What each site said that this file's tests started. */
export const siteOutputs: (() => string)[] = []

export type RunningSite = Awaited<ReturnType<typeof startSite>>

/**
 * Starts the built site as a process of its own, on a free port, and waits until it is online.
 *
 * @param variables its settings; nothing else of the environment reaches it
 * @param args of `server/start.js`; `nodeArgs` come before it, and `prefix` before Node
 * @throws Error with what it said when it ended instead
 */
export async function startSite(
  variables: Record<string, string>,
  args: string[] = [],
  nodeArgs: string[] = [],
  prefix: string[] = [],
) {
  const site = spawnSite(variables, args, nodeArgs, prefix)
  await Promise.race([site.said(/CKO est en ligne/), site.ended])
  const port = /CKO est en ligne : http:\/\/localhost:(\d+)/.exec(site.output())?.[1]
  if (!port) throw new Error(`the site did not start (${await site.ended}): ${site.output()}`)
  return { ...site, port: Number(port), url: `http://127.0.0.1:${port}` }
}

/** Starts the process without waiting for anything. @param prefix a program, with its arguments, that starts it */
export function spawnSite(
  variables: Record<string, string>,
  args: string[] = [],
  nodeArgs: string[] = [],
  prefix: string[] = [],
) {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    PORT: "0",
    PUBLIC_URL: "http://cko.test",
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
    ...variables,
  }
  const [program = "", ...rest] = [...prefix, process.execPath, ...nodeArgs, "server/start.js", ...args]
  const child = spawn(program, rest, {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  siteOutputs.push(() => output)
  const said = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text: Buffer) => {
      output += String(text)
      for (const look of said) look()
    })
  }
  const ended = once(child, "close").then(([code, signal]) => (signal ?? code) as NodeJS.Signals | number)
  return {
    pid: child.pid ?? 0,
    output: () => output,
    /** Settles once the output matches, from `start` on. */
    said(pattern: RegExp, start = 0) {
      return new Promise<void>((resolve) => {
        const look = () => {
          if (!pattern.test(output.slice(start))) return
          said.delete(look)
          resolve()
        }
        said.add(look)
        look()
      })
    },
    /** The status or the signal that the process ended with, once all it said is read. */
    ended,
    /** Sends a signal. @returns how the process ended */
    stop(signal: NodeJS.Signals = "SIGTERM") {
      child.kill(signal)
      return ended
    },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
  }
}
