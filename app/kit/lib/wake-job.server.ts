import type { WorkerName } from "./worker-files.server.ts"

/** What something makes due in the middle of its pause: jobs of a site's own processes (app/jobs), and workers (server/workers.ts). */
export type WakeableJob =
  "mails" | "imports" | "feeds" | "hub" | "bounces" | "copies" | "backups" | "search" | WorkerName

const wakers = new Map<string, Set<() => void>>()

/** Lets a job look now rather than at its next turn, where this process does it. Call it once what it is to find is committed. */
export function wakeJob(name: WakeableJob) {
  for (const wake of wakers.get(name) ?? []) wake()
}

/** @returns the function that ends it */
export function onWake(name: string, wake: () => void) {
  const those = wakers.get(name) ?? new Set()
  wakers.set(name, those.add(wake))
  return () => void those.delete(wake)
}
