import { useEffect, useEffectEvent, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { findPageSound, usePageSound } from "../../player/use-page-sound.ts"
import { Tick } from "../tick.tsx"
import { CueList } from "./cue-list.tsx"
import { RenamePanel } from "./rename-panel.tsx"
import { ReplacePanel } from "./replace-panel.tsx"
import { RowTools } from "./row-tools.tsx"
import { type CueRows, renameSpeaker, rowAt, speakersIn } from "./rows.ts"
import { type EditorContext, runCommand } from "./run-command.ts"
import type { CueEditor as Editor } from "./use-cue-editor.ts"
import type { RowWindow } from "./use-row-window.ts"

type Props = {
  editor: Editor
  window: RowWindow
  /** The row that has, or had, the caret; -1 before there is one. */
  active: number
  onActivate: (key: number) => void
  /** What its player plays; null where the page has one. */
  audioUrl: string | null
  onSave: () => void
}

const BACK_S = 3

/** The sentences of a transcript beside their sound, and what is done with all of them. */
export function CueEditor({ editor, window, active, onActivate, audioUrl, onSave }: Props) {
  const sound = usePageSound()
  const { rows } = editor
  const search = useRef<HTMLInputElement>(null)
  const [isFollowing, setIsFollowing] = useState(true)
  const [isSearching, setIsSearching] = useState(false)
  const [news, setNews] = useState("")
  const heard = useHeardRow(rows, (row) => {
    // Who types stays where the words are.
    if (isFollowing && !isTyping(window.box)) window.show(rows, row)
  })
  const speakers = speakersIn(rows)

  const context: EditorContext = {
    editor: {
      ...editor,
      // What has the focus next must be there.
      change: (next, typing) => (typing ? editor.change(next, typing) : flushSync(() => editor.change(next))),
      undo: () => flushSync(editor.undo),
      redo: () => flushSync(editor.redo),
    },
    focus: (all, row, field, caret) =>
      window.focus(all, row, field, caret === undefined ? undefined : { from: caret, to: caret }),
    listen: (start) => {
      if (start === null) return
      setIsFollowing(true)
      sound.listen(start / 1_000)
    },
    toggle() {
      const audio = findPageSound()
      if (audio?.paused) void audio.play().catch(() => {})
      else audio?.pause()
    },
    back() {
      const audio = findPageSound()
      if (audio) audio.currentTime = Math.max(0, audio.currentTime - BACK_S)
    },
    find: () => {
      flushSync(() => setIsSearching(true))
      search.current?.focus()
      search.current?.select()
    },
    save: onSave,
    say: setNews,
  }
  // Pressed again and again: the focus stays on the button.
  const step = (command: "undo" | "redo") =>
    runCommand(command, { row: 0, caret: 0 }, { ...context, focus: window.show })
  const put = (next: CueRows, told: string) => {
    editor.change(next)
    setNews(told)
  }
  return (
    <div className="grid gap-3">
      {(audioUrl ?? sound.address) && (
        <div className="flex flex-wrap items-center gap-x-4">
          {audioUrl && (
            <audio
              data-sound
              controls
              preload="metadata"
              src={audioUrl}
              aria-label="Écouter l’épisode"
              className="cue-audio"
            />
          )}
          <Tick label="Suivre le son" isOn={isFollowing} onTick={setIsFollowing} />
        </div>
      )}
      <RowTools
        canUndo={editor.canUndo}
        canRedo={editor.canRedo}
        onStep={step}
        row={active}
        onAct={(act) =>
          active >= 0 && runCommand(act, { row: active, caret: window.caretIn(active) }, context)
        }
      />
      <p role="status" className="text-sm text-paper-ink">
        {news}
      </p>
      <div>
        <details
          name="cue-tools"
          open={isSearching}
          onToggle={(event) => setIsSearching(event.currentTarget.open)}
        >
          <summary className="log-summary">Chercher et remplacer</summary>
          {isSearching && (
            <ReplacePanel
              rows={rows}
              input={search}
              onChange={put}
              onGo={({ row, from, to }) => window.focus(rows, row, "text", { from, to })}
            />
          )}
        </details>
        <details name="cue-tools">
          <summary className="log-summary">Renommer quelqu’un partout</summary>
          <RenamePanel
            speakers={speakers}
            onRename={(from, to) => put(renameSpeaker(rows, from, to), `${from} est renommé`)}
          />
        </details>
        <details name="cue-tools">
          <summary className="log-summary">Au clavier</summary>
          <KeysHelp />
        </details>
      </div>
      <CueList
        context={context}
        window={window}
        onActivate={onActivate}
        heard={heard}
        hasSound={sound.address !== ""}
        onScroll={() => setIsFollowing(false)}
      />
      <datalist id="cue-speakers">
        {speakers.map((speaker) => (
          <option key={speaker}>{speaker}</option>
        ))}
      </datalist>
    </div>
  )
}

function isTyping(box: HTMLElement | null) {
  const { activeElement } = document
  return (
    box !== null &&
    box.contains(activeElement) &&
    (activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
  )
}

const KEYS = [
  ["Échap, ou Ctrl et espace", "lire, mettre en pause"],
  ["Ctrl, Maj et espace", "revenir de 3 secondes"],
  ["Alt et Entrée", "écouter à partir de la phrase"],
  ["Entrée", "couper la phrase au curseur\u202f; à sa fin, passer à la suivante"],
  ["Retour arrière au début", "joindre à la phrase précédente"],
  ["Suppr à la fin", "joindre la phrase suivante"],
  ["Ctrl et Entrée", "ajouter une phrase après"],
  ["Alt et flèche en bas, en haut", "changer qui parle"],
  ["Ctrl et Z\u202f; Ctrl, Maj et Z", "annuler, rétablir"],
  ["Ctrl et F", "chercher et remplacer"],
  ["Ctrl et S", "enregistrer"],
] as const

/** The keys of the editor; on a Mac the command key does what Ctrl does. */
function KeysHelp() {
  return (
    <dl className="cue-keys">
      {KEYS.map(([keys, what]) => (
        <div key={keys}>
          <dt className="font-semibold">{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The sentence that is heard, by its place; -1 before the first.
 *
 * @param onHeard called with each new one while the sound plays
 */
function useHeardRow(rows: CueRows, onHeard: (row: number) => void) {
  const [heard, setHeard] = useState(-1)
  const follow = useEffectEvent((player: HTMLMediaElement) => {
    const row = rowAt(rows, player.currentTime)
    if (row === heard) return
    setHeard(row)
    if (!player.paused && row >= 0) onHeard(row)
  })
  useEffect(() => {
    const listener = ({ target }: Event) => {
      if (target === findPageSound() && target instanceof HTMLMediaElement) follow(target)
    }
    const events = ["timeupdate", "seeking", "play"]
    // They do not rise, and another sound may take the place of the one that is there.
    for (const event of events) document.addEventListener(event, listener, true)
    return () => {
      for (const event of events) document.removeEventListener(event, listener, true)
    }
  }, [])
  return heard
}
