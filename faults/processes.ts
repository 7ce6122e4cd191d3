import { readdir, readFile } from "node:fs/promises"

export async function childrenOf(parent: number) {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
    }),
  )
  return pids.filter((_pid, index) => parents[index] === parent).map(Number)
}

/** A process and all that it began stand still: the first to stop is the last to go on, so no child comes or disappears unseen. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP")
  for (const child of await childrenOf(pid)) await freeze(child)
}

export async function thaw(pid: number): Promise<void> {
  for (const child of await childrenOf(pid)) await thaw(child)
  process.kill(pid, "SIGCONT")
}

/** As a machine without power does: everything that it began, at once. @param pid 0 of one that could not be started */
export async function killWhole(pid: number): Promise<void> {
  if (pid === 0) return
  const children = await childrenOf(pid)
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended.
  }
  for (const child of children) await killWhole(child)
}
