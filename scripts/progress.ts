import { stderr } from "node:process"

const WIDTH = 30

/**
 * A progress bar on a terminal; silent elsewhere.
 *
 * @param total in the unit that `show` counts; without it only the count is shown
 */
export function showProgress(label: string, total?: number) {
  const show = (done: number) => {
    if (!stderr.isTTY) return
    const share = total ? Math.min(1, done / total) : 0
    const bar = total
      ? `${"█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░")} ${Math.round(share * 100)} %`
      : String(done)
    stderr.write(`\r${label} ${bar} `)
  }
  return {
    show,
    /** Passes a stream on while counting its bytes. */
    async *count(source: AsyncIterable<Uint8Array>) {
      let done = 0
      for await (const chunk of source) {
        yield chunk
        show((done += chunk.length))
      }
    },
    end: () => {
      if (stderr.isTTY) stderr.write("\n")
    },
  }
}
