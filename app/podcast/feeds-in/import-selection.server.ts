import type { Candidate, Change } from "./import-changes.server.ts"
import type { Choices } from "./import-choices.ts"
import type { Comparison } from "./import-comparison.server.ts"

/** `guest`: as the host corrected it; undefined where that of the feed stands. */
export type Chosen = Candidate & { guest?: string }
export type ChosenChange = Omit<Change, "guest"> & { guest?: string }

/**
 * What the hosts' choices leave of a comparison. An episode that is not taken is left out for good, like one that was
 * deleted; an update that is not taken leaves the episode as it is, and what differs belongs to the hosts from then on.
 */
export function choose({ fresh, changed, ...rest }: Comparison, choices: Choices) {
  const isLeft = (candidate: Candidate) => !choices.isTaken(candidate)
  const corrected = <Item extends Candidate>(candidate: Item) => ({
    ...candidate,
    guest: choices.guestOf(candidate),
  })
  const isTwin = ({ twin }: Change) => twin !== undefined
  return {
    ...rest,
    fresh: fresh.filter(choices.isTaken).map(corrected),
    changed: changed
      .filter((change) => !isTwin(change) || choices.isTaken(change))
      .map((change): ChosenChange =>
        choices.isTaken(change) ? corrected(change) : { ...change, fields: [], guest: undefined },
      ),
    leftOut: [...fresh, ...changed.filter(isTwin)]
      .filter(isLeft)
      .map(({ item, digest }): Candidate => ({ item, digest })),
  }
}
