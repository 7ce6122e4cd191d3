import { type RefObject, useDeferredValue, useMemo, useState } from "react"
import { writeClock } from "#app/kit/lib/chapters.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Tick } from "../tick.tsx"
import { finder, type Match, patternOf, replaceAll, replaceOne } from "./find-words.ts"
import type { CueRows } from "./rows.ts"

type Props = {
  rows: CueRows
  input: RefObject<HTMLInputElement | null>
  onChange: (rows: CueRows, news: string) => void
  onGo: (match: Match) => void
}

const MOST_SHOWN = 50

/** Words that are looked for in all sentences, each place as it is and as it would be. */
export function ReplacePanel({ rows, input, onChange, onGo }: Props) {
  const [words, setWords] = useState("")
  const [by, setBy] = useState("")
  const [isWhole, setIsWhole] = useState(true)
  const [isExact, setIsExact] = useState(false)
  // Typing goes first.
  const wanted = useDeferredValue(words)
  const pattern = useMemo(() => patternOf({ words: wanted, isWhole, isExact }), [wanted, isWhole, isExact])
  const find = useMemo(() => pattern && finder(pattern), [pattern])
  const read = useDeferredValue(rows)
  const matches = useMemo(() => find?.(read) ?? [], [find, read])

  const replaceEach = () => {
    if (pattern && matches.length > 0)
      onChange(replaceAll(rows, pattern, by), `${inPlaces(matches)}\u00a0: remplacé`)
  }
  const replaceHere = (match: Match) => {
    if (rows[match.row] !== read[match.row]) return
    if (matches.length === 1) input.current?.focus()
    onChange(replaceOne(rows, match, by), "Remplacé")
  }
  return (
    <div className="cue-replace">
      <div className="form-pair">
        <label className="grid">
          Chercher
          <input
            ref={input}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            autoComplete="off"
            className="control"
          />
        </label>
        <label className="grid">
          Remplacer par
          <input
            value={by}
            onChange={(event) => setBy(event.target.value)}
            autoComplete="off"
            className="control"
          />
        </label>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <Tick label="Mot entier" isOn={isWhole} onTick={setIsWhole} />
        <Tick label="Respecter les majuscules" isOn={isExact} onTick={setIsExact} />
        <p role="status" className="text-sm">
          {pattern && (matches.length > 0 ? inPlaces(matches) : "Rien de tel")}
        </p>
        <button
          type="button"
          aria-disabled={matches.length === 0}
          onClick={replaceEach}
          className="office-button"
        >
          Tout remplacer
        </button>
      </div>
      {matches.length > 0 && (
        <ol aria-label="Passages trouvés" className="cue-matches">
          {matches.slice(0, MOST_SHOWN).map((match, place) => (
            // By its place: once replaced, the focus is on the next one.
            <li key={place} className="cue-match">
              <Passage rows={read} match={match} by={by} />
              <button
                type="button"
                aria-label={`Aller à la phrase ${match.row + 1}`}
                title="Y aller"
                onClick={() => onGo(match)}
                className="office-button people-button"
              >
                <Icon name="crosshair" />
              </button>
              <button type="button" onClick={() => replaceHere(match)} className="office-button">
                Remplacer<span className="sr-only"> dans la phrase {match.row + 1}</span>
              </button>
            </li>
          ))}
          {matches.length > MOST_SHOWN && (
            <li className="text-sm">Et {(matches.length - MOST_SHOWN).toLocaleString("fr-FR")} autres.</li>
          )}
        </ol>
      )}
    </div>
  )
}

const AROUND = 40

function Passage({ rows, match: { row, from, to }, by }: { rows: CueRows; match: Match; by: string }) {
  const { text = "", start = null } = rows[row] ?? {}
  const lead = text.slice(Math.max(0, from - AROUND), from)
  return (
    <p className="min-w-0 flex-1">
      {start !== null && (
        <span className="tabular-nums">{writeClock(Math.floor(start / 1_000) * 1_000)} </span>
      )}
      {from > AROUND && "…"}
      {lead}
      <del>{text.slice(from, to)}</del> <ins>{by}</ins>
      {text.slice(to, to + AROUND)}
      {text.length > to + AROUND && "…"}
    </p>
  )
}

/** « 12 passages dans 9 phrases » */
function inPlaces(matches: readonly Match[]) {
  const sentences = new Set(matches.map(({ row }) => row)).size
  const count = (value: number, one: string) =>
    `${value.toLocaleString("fr-FR")} ${one}${value > 1 ? "s" : ""}`
  return `${count(matches.length, "passage")} dans ${count(sentences, "phrase")}`
}
