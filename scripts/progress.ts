import { stderr } from "node:process"

const WIDTH = 30

/** A bar for each step, one after the other. @param labels by what a step is called */
export function showSteps<Step extends string>(labels: Record<Step, string>) {
  let current: { step: Step; bar: ReturnType<typeof showProgress> } | undefined
  return {
    show: ({ step, done, total }: { step: Step; done: number; total: number }) => {
      if (current?.step !== step) {
        current?.bar.end()
        current = { step, bar: showProgress(labels[step], total) }
      }
      current.bar.show(done)
    },
    end: () => current?.bar.end(),
  }
}

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
