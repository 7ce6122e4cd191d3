import { useState } from "react"
import { type ChosenByHost, EVERYTHING, writeChoices } from "./import-choices.ts"

export type ImportChoices = ReturnType<typeof useImportChoices>

/** What the host makes of a preview: at first all of it, as it is. It names items by content, and so outlives the preview. */
export function useImportChoices() {
  const [choices, setChoices] = useState(EVERYTHING)
  const { take, except, separate, guests } = choices
  const set = (change: Partial<ChosenByHost>) => setChoices((before) => ({ ...before, ...change }))

  return {
    isTaken: (key: string) => except.has(key) !== (take === "all"),
    isSeparate: (key: string) => separate.has(key),
    /** As corrected; undefined where nobody did. */
    guestOf: (key: string) => guests.get(key),
    /** Also for what is not listed. */
    takesAll: take === "all",
    takeAll: () => set({ take: "all", except: new Set() }),
    takeNone: () => set({ take: "none", except: new Set() }),
    take: (key: string, isTaken: boolean) =>
      set({ except: withOrWithout(except, key, isTaken !== (take === "all")) }),
    separate: (key: string, isSeparate: boolean) =>
      set({ separate: withOrWithout(separate, key, isSeparate) }),
    /** @param said what the feed says: a name put back is no correction */
    correctGuest(key: string, guest: string, said: string) {
      const corrected = new Map(guests)
      if (guest === said) corrected.delete(key)
      else corrected.set(key, guest)
      set({ guests: corrected })
    },
    reset: () => setChoices(EVERYTHING),
    /** As it travels; undefined where all is taken as it is. */
    toSend() {
      const isEverything = take === "all" && except.size + separate.size + guests.size === 0
      return isEverything ? undefined : writeChoices(choices)
    },
  }
}

function withOrWithout(keys: ReadonlySet<string>, key: string, isIn: boolean) {
  const others = new Set(keys)
  if (isIn) others.add(key)
  else others.delete(key)
  return others
}
