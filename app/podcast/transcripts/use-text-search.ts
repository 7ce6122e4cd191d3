import { type RefObject, useRef, useState } from "react"
import { bringIntoSight } from "./use-following.ts"

const FOUND = "is-found"
const SHOWN = "is-shown"

/** A search in what is read: marks the sentences, also where the words go on from one to the next. */
export function useTextSearch(box: RefObject<HTMLElement | null>, onShow: () => void) {
  const [text, setText] = useState("")
  const [count, setCount] = useState(0)
  const [at, setAt] = useState(0)
  const found = useRef<HTMLElement[][]>([])

  const show = (place: number) => {
    for (const one of found.current.flat()) one.classList.remove(SHOWN)
    const passage = found.current[place] ?? []
    for (const one of passage) one.classList.add(SHOWN)
    if (passage[0]) onShow()
    if (box.current && passage[0]) bringIntoSight(box.current, passage[0])
    setAt(place)
  }
  const find = (next: string) => {
    setText(next)
    for (const one of found.current.flat()) one.classList.remove(FOUND, SHOWN)
    found.current = box.current ? passagesWith(next, piecesOf(box.current)) : []
    for (const one of found.current.flat()) one.classList.add(FOUND)
    setCount(found.current.length)
    if (found.current.length > 0) show(0)
  }
  const many = count > 1 ? `${at + 1} sur ${count}` : "1 passage"
  return {
    text,
    count,
    find,
    step: (way: number) => count > 0 && show((at + way + count) % count),
    said: text.trim() === "" ? "" : count === 0 ? "Rien de tel" : many,
  }
}

type Piece<Of> = { element: Of; text: string }

/** Sentences, or paragraphs where there are no times. */
function piecesOf(box: HTMLElement): Piece<HTMLElement>[] {
  const sentences = [...box.querySelectorAll<HTMLElement>("[data-t]")]
  const pieces = sentences.length > 0 ? sentences : [...box.querySelectorAll<HTMLElement>("p")]
  return pieces.map((element) => ({ element, text: element.textContent ?? "" }))
}

/** Each place where the words are, whatever their case and accents: the pieces that it goes over. */
export function passagesWith<Of>(words: string, pieces: Piece<Of>[]): Of[][] {
  const wanted = fold(words)
  if (wanted === "") return []
  const starts: number[] = []
  let whole = ""
  for (const { text } of pieces) {
    starts.push(whole.length)
    whole += `${fold(text)} `
  }
  const passages: Of[][] = []
  let piece = 0
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, at + wanted.length)) {
    while ((starts[piece + 1] ?? Infinity) <= at) piece += 1
    let last = piece
    while ((starts[last + 1] ?? Infinity) < at + wanted.length) last += 1
    passages.push(pieces.slice(piece, last + 1).map(({ element }) => element))
  }
  return passages
}

function fold(text: string) {
  return text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("’", "'")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
}
