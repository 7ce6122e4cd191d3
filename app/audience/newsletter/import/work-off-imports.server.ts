import { loadLinks } from "../newsletter-links.server.ts"
import { isAnyUnderWay, takeBackSome, takeUpSome } from "./imports.server.ts"

/**
 * Takes up all that hosts brought along, and back what they took back: some people in each transaction, so that a process may be
 * killed at any time and others go on. Any number of processes may do this at once.
 */
export async function workOffImports(signal?: AbortSignal) {
  if (await isAnyUnderWay()) {
    const links = await loadLinks()
    while (!signal?.aborted && (await takeUpSome(links))) await letOthers()
  }
  while (!signal?.aborted && (await takeBackSome())) await letOthers()
}

/** Visitors' requests come first. */
const letOthers = () => new Promise((resolve) => setImmediate(resolve))
