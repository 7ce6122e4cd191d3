/** Words that every French text is full of: the search passes over them. */
const EMPTY =
  "de la le et les des en un une du que est pour qui dans a par pas au sur ne se ce il sont avec ou son lui nous"
/** Further ones are made up. */
const WORDS = 50_000
const SYLLABLES =
  "ba be bi bo bra ca ce chan cho cla co cré da dé di dou é fa fi fleu fran ga gé gra i ja jou la lé li lou ma mé mi mou na né " +
  "no o pa pé plu po pré qua ra ré ri rou sa sé si sou ta té tra tu u va vé vi vou"
const ENDINGS =
  "ge tion ment teur trice ance ique iste able eur euse age ure ier ière al elle oir é ée ant on in ette ot"

/**
 * Words, sentences and names as French has them, made up and the same each time: how often a word comes follows its rank
 * (Zipf's law), those that tell nothing first.
 */
export function makeFrench(seed = 1) {
  const random = makeRandom(seed)
  const pick = <Item>(items: Item[]) => items[Math.floor(random() * items.length)] as Item
  const syllables = SYLLABLES.split(" ")
  const endings = ENDINGS.split(" ")
  const empty = EMPTY.split(" ")
  const known = new Set(empty)
  while (known.size < WORDS) {
    const count = 1 + Math.floor(random() * 3)
    known.add(Array.from({ length: count }, () => pick(syllables)).join("") + pick(endings))
  }
  const words = [...known]
  const shares = new Float64Array(words.length)
  let total = 0
  for (let rank = 0; rank < words.length; rank += 1) shares[rank] = total += 1 / (rank + 1)
  const word = () => words[rankAt(shares, random() * total)] as string
  const sentence = (length: number) => {
    const text = Array.from({ length }, word).join(" ")
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const capital = () => sentence(1).slice(0, -1)
  return {
    /** The words that tell something, the most frequent first. */
    words: words.slice(empty.length),
    random,
    sentence,
    name: () => `${capital()} ${pick(syllables)}${pick(endings)}`,
  }
}

export type French = ReturnType<typeof makeFrench>

/** The first rank whose share reaches so far. */
function rankAt(shares: Float64Array, at: number) {
  let [low, high] = [0, shares.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((shares[middle] ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Mulberry32: small, and the same on every machine. */
function makeRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
