import type { French } from "./french-like.ts"

const EACH = 40
const FILTERS = [
  "type=episodes",
  "type=actualites",
  "annee=2024",
  "annee=2019",
  "invite=invite-1",
  "invite=invite-1500",
]

/** What people may search for, as queries of the page: so many of each sort, the same each time. */
export function makeSearches({ words, random, sentence }: French, said: string[], titles: string[]) {
  const between = (from: number, to: number) => words[from + Math.floor(random() * (to - from))] ?? ""
  const frequent = () => between(0, 20)
  const middling = () => between(20, 1_000)
  const rare = () => between(1_000, words.length)
  const from = (texts: string[]) => texts[Math.floor(random() * texts.length)] ?? ""
  const q = (typed: string) => `q=${encodeURIComponent(typed)}`
  const phrase = (text: string, length: number) =>
    `"${text
      .split(/[ .]+/)
      .slice(2, 2 + length)
      .join(" ")}"`
  const filtered = (word: () => string) => (n: number) => `${q(word())}&${FILTERS[n % FILTERS.length]}`
  const sorts: Record<string, (n: number) => string> = {
    "a rare word": () => q(rare()),
    "a middling word": () => q(middling()),
    "one of the 20 most frequent": (n) => q(words[n % 20] ?? ""),
    "two rare words": () => q(`${rare()} ${rare()}`),
    "a frequent and a rare one": () => q(`${frequent()} ${rare()}`),
    "two middling words": () => q(`${middling()} ${middling()}`),
    "two of the most frequent": () => q(`${frequent()} ${frequent()}`),
    "a phrase that is said": () => q(phrase(from(said), 3)),
    "a sentence that is said": () => q(phrase(from(said), 6)),
    "a phrase of frequent words": () => q(`"${frequent()} ${frequent()}"`),
    "a beginning": () => q(rare().slice(0, 4)),
    "a frequent word without another": () => q(`${frequent()} -${frequent()}`),
    "a rare word without a frequent one": () => q(`${rare()} -${frequent()}`),
    "a rare word, narrowed down": filtered(rare),
    "a middling word, narrowed down": filtered(middling),
    "a frequent word, narrowed down": filtered(frequent),
    "a mistyped word": () => q(mistyped(rare())),
    "a guest and a title": () => q(from(titles)),
    "words of every day": () => q(sentence(5)),
    "twelve frequent words": () => q(Array.from({ length: 12 }, (_, n) => words[n * 3] ?? "").join(" ")),
    "page 25 of a frequent word": () => `${q(frequent())}&page=25`,
  }
  return Object.entries(sorts).map(([sort, make]) => ({
    sort,
    queries: Array.from({ length: EACH }, (_, n) => make(n)),
  }))
}

/** Beginnings of titles and names, as suggestions are asked for. */
export function makeBeginnings({ random }: French, titles: string[]) {
  return Array.from({ length: EACH }, (_, n) => {
    const title = titles[Math.floor(random() * titles.length)] ?? ""
    return `q=${encodeURIComponent(title.slice(0, 2 + (n % 6)))}`
  })
}

const mistyped = (word: string) =>
  word.length > 4 ? word.slice(0, 2) + word.slice(3, 4) + word.slice(2, 3) + word.slice(4) : `${word}x`
