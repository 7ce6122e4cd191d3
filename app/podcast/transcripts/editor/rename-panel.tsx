import { useState } from "react"

type Props = { speakers: string[]; onRename: (from: string, to: string) => void }

/** A name that is another one in all sentences. */
export function RenamePanel({ speakers, onRename }: Props) {
  const [chosen, setChosen] = useState("")
  const [to, setTo] = useState("")
  const from = speakers.includes(chosen) ? chosen : (speakers[0] ?? "")
  if (speakers.length === 0) return <p>Personne n’est nommé pour l’instant.</p>
  return (
    <div className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 flex-1">
        Qui
        <select value={from} onChange={(event) => setChosen(event.target.value)} className="control">
          {speakers.map((speaker) => (
            <option key={speaker}>{speaker}</option>
          ))}
        </select>
      </label>
      <label className="grid min-w-0 flex-1">
        Nouveau nom
        <input
          value={to}
          onChange={(event) => setTo(event.target.value)}
          placeholder={"Vide\u00a0: personne"}
          autoComplete="off"
          className="control"
        />
      </label>
      <button
        type="button"
        onClick={() => {
          onRename(from, to.trim())
          setChosen(to.trim())
          setTo("")
        }}
        className="office-button"
      >
        Renommer partout
      </button>
    </div>
  )
}
