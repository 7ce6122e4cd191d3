import { showToast } from "#app/kit/http/client-toast.ts"
import { episodeAddress } from "../player/link-times.ts"
import { formatTime } from "../player/times.ts"
import { HEARD, timeOf } from "./sentences.ts"

type Episode = { id: number; title: string; guest: string }

/** Copies what is marked in a transcript, else the sentence that has the focus or is heard, with its place and its address. */
export async function copyQuotation(box: HTMLElement | null, episode: Episode) {
  const quoted = box && (markedIn(box) ?? focusedIn(box) ?? wholeOf(box.querySelector(`.${HEARD}`)))
  if (!quoted) return showToast({ kind: "error", title: "Rien à citer", description: CHOOSE })
  const text = writeQuotation(quoted, episode, location.origin)
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: "success", title: "Citation copiée", description: text })
  } catch {
    showToast({ kind: "error", title: "Copie impossible", description: text })
  }
}

const CHOOSE = "Sélectionnez d’abord un passage de la transcription."

type Quoted = { text: string; seconds: number | undefined }

/** « On y va. » (Awa, « Le poids des mots », à 12:34) https://… */
export function writeQuotation({ text, seconds }: Quoted, { id, title, guest }: Episode, origin: string) {
  const place = seconds === undefined ? "" : `, à ${formatTime(seconds)}`
  const who = guest ? `${guest}, ` : ""
  const line = text.replace(/\s+/g, " ").trim()
  return `« ${line} » (${who}« ${title} »${place}) ${origin}${episodeAddress(id, seconds)}`
}

function markedIn(box: HTMLElement): Quoted | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || !box.contains(selection.anchorNode)) return undefined
  const range = selection.getRangeAt(0)
  const first =
    range.startContainer instanceof Element ? range.startContainer : range.startContainer.parentElement
  const inParagraph = first?.closest("p")?.querySelector("[data-t]") ?? null
  return { text: selection.toString(), seconds: timeOf(first) ?? timeOf(inParagraph) }
}

function focusedIn(box: HTMLElement) {
  const { activeElement } = document
  return activeElement !== box && box.contains(activeElement) && activeElement?.matches("[data-t]")
    ? wholeOf(activeElement)
    : undefined
}

function wholeOf(sentence: Element | null): Quoted | undefined {
  return sentence ? { text: sentence.textContent ?? "", seconds: timeOf(sentence) } : undefined
}
