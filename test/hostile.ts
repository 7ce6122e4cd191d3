import { send } from "./app.ts"

/** A small repeatable source of randomness (mulberry32): a failure can be tried again with the same seed. */
export function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const pick = <Item>(random: Random, items: readonly Item[]) =>
  items[Math.floor(random() * items.length)] as Item

/** What has broken other sites. */
const NASTY = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</textarea><svg onload=alert(1)>",
  "javascript:alert(1)",
  "https://a.example/\"onmouseover='alert(1)",
  "www.a.example/</a><script>alert(1)</script>",
  "{{constructor.constructor('alert(1)')()}}",
  "${7*7} <%= 7*7 %> #{7*7}",
  "' or 1=1; drop table comments; --",
  "\\'; select pg_sleep(10); --",
  "%00 %0d%0aBcc: x@evil.example",
  "a@b.example\r\nBcc: x@evil.example",
  "../../../../etc/passwd",
  "\u202Egnitirw desrever\u2066",
  "\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B",
  "Z\u0335\u0321\u0322\u0341a\u0334\u0316l\u0337g\u0338o\u0335".repeat(20),
  "🎤".repeat(40),
  "👨‍👩‍👧‍👦".repeat(10),
  "\uD800 \uDFFF",
  "\uFFFE\uFFFF",
  "NaN",
  "-0",
  "1e999",
  "9".repeat(400),
  "__proto__",
  "constructor",
  " ".repeat(3_000),
  "\n".repeat(3_000),
  "a".repeat(2_500),
  "é".repeat(256),
  "(".repeat(500),
  "https://".repeat(200),
  "\0",
  "",
]

function text(random: Random): string {
  const kind = random()
  if (kind < 0.6) return pick(random, NASTY)
  if (kind < 0.8) return `${pick(random, NASTY)} ${pick(random, NASTY)}`
  const length = Math.floor(random() * 60)
  return String.fromCodePoint(...Array.from({ length }, () => Math.floor(random() * 0x1_1000)))
}

/** A request that a hostile visitor might send. `isForeign`: it claims to come from another site. */
export type Hostile = { init: RequestInit; isForeign: boolean }

/**
 * Makes one hostile write.
 *
 * @param good a form that would be accepted; what is sent differs from it anywhere from not at all to entirely
 */
export function makeHostile(random: Random, good: Record<string, string>): Hostile {
  const isForeign = random() < 0.1
  const { body, type } = makeBody(random, good)
  const headers = new Headers({ "X-Forwarded-For": address(random) })
  if (type) headers.set("Content-Type", type)
  if (isForeign) {
    const [name, value] = pick(random, FOREIGN)
    headers.set(name, value)
  } else {
    headers.set("Sec-Fetch-Site", "same-origin")
  }
  return { init: { method: "POST", body, headers }, isForeign }
}

const FOREIGN = [
  ["Origin", "https://evil.example"],
  ["Origin", "https://cko.test.evil.example"],
  ["Origin", "null"],
  ["Sec-Fetch-Site", "cross-site"],
  ["Sec-Fetch-Site", "same-site"],
] as const

/** A visitor's own, so that no limit stands in the way. */
const address = (random: Random) =>
  `10.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`

function makeBody(random: Random, good: Record<string, string>): { body: BodyInit; type?: string } {
  const kind = random()
  if (kind < 0.02)
    return { body: JSON.stringify({ ...good, __proto__: { role: "admin" } }), type: "application/json" }
  if (kind < 0.04) return { body: text(random), type: "multipart/form-data; boundary=x" }
  if (kind < 0.06) return { body: "%E0%A4%A&name=%&=%00&&", type: "application/x-www-form-urlencoded" }
  if (kind < 0.07) return { body: text(random) }
  const entries = Object.entries(good).flatMap(([name, value]): [string, string][] => {
    const change = random()
    if (change < 0.65) return [[name, value]]
    if (change < 0.9) return [[name, text(random)]]
    if (change < 0.95)
      return [
        [name, value],
        [name, text(random)],
      ]
    return change < 0.97 ? [[`${name}[]`, value]] : []
  })
  if (random() < 0.1) entries.push([text(random), text(random)])
  return { body: new URLSearchParams(entries) }
}

/** Sends many at a time, in order of their making. @param check looks at each answer */
export async function sendAll(
  path: string,
  requests: Iterable<Hostile>,
  check: (response: Response, request: Hostile) => void,
) {
  const queue = requests[Symbol.iterator]()
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const response = await send(path, next.value.init)
      check(response, next.value)
      await response.body?.cancel()
    }
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}
