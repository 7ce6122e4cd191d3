import { useDeferredValue, useMemo } from "react"
import { countWords, spellWords } from "./count-words.ts"

/** How many words a text has: counted behind what is typed, which does not wait for it. */
export function WordCount({ text }: { text: string }) {
  const counted = useDeferredValue(text)
  const words = useMemo(() => spellWords(countWords(counted)), [counted])
  return <p className="md-count">{words}</p>
}
