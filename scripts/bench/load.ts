import { spawn } from "node:child_process"
import autocannon from "autocannon"
import { findProgram } from "./programs.ts"
import { canPin } from "./site.ts"

export type Load = { perSecond: number; p99Ms: number; failures: number }

/** What makes the load. */
export const loadGenerator = findProgram("wrk") ? "wrk" : "autocannon (wrk is missing: apt-get install wrk)"

/** Asks for one address again and again over so many connections, from the second core where there is one. */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  const wrk = findProgram("wrk")
  if (!wrk) return loadByAutocannon(url, connections, seconds, headers)
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "--timeout", "10s"]
  for (const [name, value] of Object.entries(headers)) args.push("-H", `${name}: ${value}`)
  const said = await output(canPin() ? ["taskset", "-c", "1", wrk, ...args, url] : [wrk, ...args, url])
  const number = (pattern: RegExp) => Number(pattern.exec(said)?.[1] ?? 0)
  const socketErrors = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(said)?.slice(1) ?? []
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99Ms: toMs(/99%\s+([\d.]+)(us|ms|s)\b/.exec(said)),
    failures:
      number(/Non-2xx or 3xx responses: (\d+)/) + socketErrors.reduce((sum, count) => sum + Number(count), 0),
  }
}

const MS_OF = new Map([
  ["us", 0.001],
  ["ms", 1],
  ["s", 1_000],
])

function toMs(found: RegExpExecArray | null) {
  const [, value, unit = ""] = found ?? []
  return Number(value) * (MS_OF.get(unit) ?? Number.NaN)
}

async function loadByAutocannon(
  url: string,
  connections: number,
  duration: number,
  headers: Record<string, string>,
) {
  const { requests, latency, errors, non2xx } = await autocannon({ url, connections, duration, headers })
  return { perSecond: requests.average, p99Ms: latency.p99, failures: errors + non2xx }
}

async function output([program = "", ...args]: string[]) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] })
  let text = ""
  for await (const chunk of child.stdout) text += chunk
  return text
}
