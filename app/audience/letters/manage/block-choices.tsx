import { useEffect, useState } from "react"
import { type BlockChoice, type BlockKind, BLOCKS_PATH } from "./blocks.ts"

type Props = { kind: BlockKind; onChoose: (address: string) => void }
type Found = BlockChoice[] | "failed" | null

/** The newest of one kind, and what a search finds of it. */
export function BlockChoices({ kind, onChoose }: Props) {
  const [search, setSearch] = useState("")
  const found = useFound(kind, search)
  return (
    <>
      <label className="grid gap-1 font-semibold">
        Titre
        <input
          type="text"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="control"
        />
      </label>
      <div role="status" className="mt-3">
        {found === null && "Recherche…"}
        {found === "failed" && (
          <span className="font-semibold text-blood-dark">
            Le site ne répond pas. Vérifiez votre connexion, puis cherchez à nouveau.
          </span>
        )}
        {Array.isArray(found) && found.length === 0 && "Rien ne correspond."}
      </div>
      {Array.isArray(found) && (
        <ul className="block-choices">
          {found.map(({ id, title, detail, address }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(address)}>
                <span className="font-semibold">{title}</span>
                {detail && <span className="text-sm text-paper-ink">{detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** So long after the last letter, nobody is typing. */
const PAUSE_MS = 200

function useFound(kind: BlockKind, search: string) {
  const [found, setFound] = useState<Found>(null)
  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const address = `${BLOCKS_PATH}?${new URLSearchParams({ kind, q: search })}`
      try {
        const response = await fetch(address, { signal: stop.signal })
        setFound(response.ok ? ((await response.json()) as BlockChoice[]) : "failed")
      } catch {
        if (!stop.signal.aborted) setFound("failed")
      }
    }
    const timer = setTimeout(() => void look(), search === "" ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [kind, search])
  return found
}
