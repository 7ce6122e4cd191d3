import { pronounOf, type Question } from "#app/kit/http/questions.ts"
import { type BulkAction, formatCount, type ListNoun, theseRows } from "./list-type.ts"

/** How many are named in a question. */
const MAX_NAMED = 3

type Titled = { title: string }

/** What is asked before a bulk action is done to rows that were ticked. */
export function askAboutTicked(
  noun: ListNoun,
  { label, preposition, loss, toBin }: BulkAction,
  rows: Titled[],
  fields: Question["fields"],
): Question {
  const names = rows.slice(0, MAX_NAMED).map(({ title }) => `«\u00a0${title}\u00a0»`)
  const others = rows.length - names.length
  const list =
    others > 0
      ? `${names.join(", ")} et ${others} ${others > 1 ? "autres" : "autre"}.`
      : `${names.join(", ")}.`
  return {
    question: `${joinWords(label, preposition)} ${theseRows(noun, rows.length)}\u202f?`,
    detail: [list, loss].filter(Boolean).join(" "),
    confirmLabel: label,
    toBin: toBin && pronounOf(noun, rows.length),
    fields,
  }
}

/** What is asked before a bulk action is done to all that a list finds, on whatever page it is. */
export function askAboutAll(
  { nouns: [one, many], isFeminine }: ListNoun,
  { label, preposition, loss, toBin }: BulkAction,
  count: number,
  fields: Question["fields"],
): Question {
  const e = isFeminine ? "e" : ""
  const question =
    count > 1
      ? `${joinWords(label, preposition)} les ${formatCount(count)} ${many} de la liste, sur toutes ses pages\u202f?`
      : `${joinWords(label, preposition)} un${e} ${one}\u202f?`
  const contracted = question.replace(" de les ", " des ").replace(" de un", " d’un")
  const pronoun = toBin && pronounOf({ isFeminine }, count)
  return { question: contracted, detail: loss ?? "", confirmLabel: label, toBin: pronoun, fields }
}

/** What is asked without scripts, while there is more to do than one request does. */
export function askToGoOn(
  { nouns }: ListNoun,
  { label, done }: BulkAction,
  counts: { done: number; rest: number },
  fields: Question["fields"],
): Question {
  return {
    question: `${label}\u00a0: il reste ${formatCount(counts.rest)} ${nouns[counts.rest > 1 ? 1 : 0]}`,
    detail: `${formatCount(counts.done)} ${done[1]} pour le moment.`,
    confirmLabel: "Continuer",
    fields,
  }
}

/** What a bulk action does to what was ticked, after its label: « la sélection ». */
export function onSelection({ preposition }: BulkAction) {
  return joinWords(preposition, "la sélection")
}

function joinWords(...words: (string | undefined)[]) {
  return words.filter(Boolean).join(" ")
}
