const TRIES = 5

/**
 * What some work costs this thread at least, in milliseconds: how busy the machine is does not count, and only what costs
 * more than `enough` is tried again, since collecting the garbage of others falls on anybody.
 *
 * @param work told how often it was tried before
 */
export async function leastCpuMs(enough: number, work: (tried: number) => unknown) {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least > enough; tried += 1) {
    const start = process.threadCpuUsage()
    await work(tried)
    const { user, system } = process.threadCpuUsage(start)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}
