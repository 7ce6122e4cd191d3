import type { TypeEntry } from "#app/content/managed-type.ts"
import { useEffect, useEffectEvent } from "react"
import { useNavigate } from "react-router"
import { itemAddress } from "#app/content/managed-type.ts"
import { ROW } from "#app/kit/ui/row-keys.ts"
import { shownAt } from "../sidebar-entries.ts"

/** What single keys do wherever nobody types. */
export const KEYS = [
  { key: "n", text: "Nouveau : épisode, ou ce que la liste contient" },
  { key: "j", text: "Ligne suivante" },
  { key: "k", text: "Ligne précédente" },
  { key: "e", text: "Modifier la ligne" },
  { key: "p", text: "Publier ou dépublier la ligne" },
  { key: "?", text: "Ces raccourcis" },
] as const

/** @param onHelp shows the keys */
export function useOfficeKeys(types: TypeEntry[], onHelp: () => void) {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (isTypedInto(event.target) || document.querySelector(":modal, [popover]:popover-open")) return
    const { key } = event
    const button = key === "e" || key === "p" ? findInRow(key) : null
    if (key === "?") onHelp()
    else if (key === "n" && types.length > 0) void navigate(newAddress(types))
    else if (key === "j" || key === "k") goToRow(key === "j" ? 1 : -1)
    else if (button) button.click()
    else return
    event.preventDefault()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener("keydown", listener)
    return () => document.removeEventListener("keydown", listener)
  }, [])
}

function isTypedInto(target: EventTarget | null) {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  )
}

/** Of the type whose list or item is shown; elsewhere an episode. */
function newAddress(types: TypeEntry[]) {
  const shown = shownAt(location.pathname)
  const writable = types.filter((type) => type.new)
  const type = writable.find(({ to }) => shown === to || shown.startsWith(`${to}/`)) ?? writable[0]
  if (!type) return "/admin"
  return itemAddress(type.to, "new")
}

function currentRow() {
  return document.activeElement?.closest<HTMLElement>(`[${ROW}]`) ?? null
}

function findInRow(key: string) {
  return currentRow()?.querySelector<HTMLElement>(`[data-key="${key}"]`) ?? null
}

/** To the title of the next row, or of the one before; the first one where none has the focus. */
function goToRow(step: number) {
  const rows = [...document.querySelectorAll<HTMLElement>(`main [${ROW}]`)]
  const at = rows.findIndex((row) => row === currentRow())
  const next = at < 0 ? rows[0] : rows[at + step]
  next?.querySelector<HTMLElement>(`[${ROW}-title]`)?.focus()
}
