import { execFile } from "node:child_process"
import { promisify } from "node:util"
import autocannon from "autocannon"
import { findProgram, onCore } from "./site.ts"

export type Load = { perSecond: number; p99Ms: number; failures: number }

const wrk = findProgram("wrk")
/** What makes the load. */
export const loadGenerator = wrk ? "wrk" : "autocannon (wrk is missing: apt-get install wrk)"

/** Asks for one address again and again over so many connections, from the second core where there is one. */
export async function load(
  url: string,
  connections: number,
  duration: number,
  headers: Record<string, string> = {},
): Promise<Load> {
  if (!wrk) {
    const { requests, latency, errors, non2xx } = await autocannon({ url, connections, duration, headers })
    return { perSecond: requests.average, p99Ms: latency.p99, failures: errors + non2xx }
  }
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`])
  const args = ["-t1", `-c${connections}`, `-d${duration}s`, "--latency", "--timeout", "10s", ...given, url]
  const [program = wrk, ...rest] = [...onCore(1), wrk, ...args]
  const { stdout } = await promisify(execFile)(program, rest)
  const [, p99 = NaN, unit = "ms"] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(stdout) ?? []
  const failures = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.slice(1) ?? []
  const broken = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)?.slice(1) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p99Ms: Number(p99) * ({ us: 0.001, s: 1_000 }[unit] ?? 1),
    failures: [...failures, ...broken].reduce((sum, count) => sum + Number(count), 0),
  }
}
