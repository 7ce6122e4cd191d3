/** Nobody waits this long behind so many others: further ones are told so at once. */
export class TooManyWaitError extends Error {
  override name = "TooManyWaitError"
}

/**
 * Lets so many pieces of work run at once, and further ones wait for their turn: what is asked for a lot takes all
 * connections and the whole time of nobody else.
 *
 * @param most at once
 * @param mostWaiting behind them; a further one fails with a TooManyWaitError
 */
export function createTurns(most: number, mostWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < most) running += 1
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new TooManyWaitError(`${waiting.length} wait already`)
    try {
      return await work()
    } finally {
      // Whoever is next takes the place over.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
