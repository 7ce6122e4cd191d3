const wakers = new Map<string, Set<() => void>>()

/** Lets a job of this process look now rather than at its next turn; without a name, all that it does. */
export function wakeHere(name?: string) {
  const those = name === undefined ? [...wakers.values()] : [wakers.get(name) ?? new Set()]
  for (const wake of those.flatMap((some) => [...some])) wake()
}

/** @returns the function that ends it */
export function onWake(name: string, wake: () => void) {
  const those = wakers.get(name) ?? new Set()
  wakers.set(name, those.add(wake))
  return () => void those.delete(wake)
}
