import { readFileSync } from "node:fs"
import { findPostmaster } from "../../../app/db/embedded/postmaster.server.ts"

/** What each process of a data folder's database has taken of the processors, in ms by its id: load does not change it. */
export function readProcessorTimes(dataDir: string) {
  const postmaster = findPostmaster(dataDir)?.pid
  const children = postmaster
    ? readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ")
    : []
  return new Map(children.map((pid) => [pid, readMs(pid)]))
}

/** @param before as `readProcessorTimes` gave it; what was started in the meantime counts wholly */
export function passedSince(before: Map<string, number>, dataDir: string) {
  return readProcessorTimes(dataDir)
    .entries()
    .reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

function readMs(pid: string) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  } catch {
    // It has ended.
    return 0
  }
}
