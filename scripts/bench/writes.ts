import { randomInt, randomUUID } from "node:crypto"
import { Pool } from "undici"
import { KINDS, PODCAST, withPodcast } from "./filled-site.ts"
import { quantile, round } from "./figures.ts"

const AT_ONCE = 32
const SECONDS = 6

type Write = { path: string; fields: Record<string, string>; isDone: (status: number) => boolean }

const isOk = (status: number) => status === 200
const anyEpisode = () => `/episodes/${randomInt(1, PODCAST.episodes / 20) * 20 - 1}`

/** What visitors write, each time another one. */
const WRITES: Record<string, () => Write> = {
  "openings of one episode": () => ({
    path: "/episodes/1/view",
    fields: { session: newSession(), view: randomUUID() },
    isDone: isOk,
  }),
  "openings of any": () => ({
    path: `${anyEpisode()}/view`,
    fields: { session: newSession(), view: randomUUID() },
    isDone: isOk,
  }),
  "likes of one episode": () => ({
    path: "/episodes/1/like",
    fields: { session: newSession(), intent: "like" },
    isDone: isOk,
  }),
  "likes of any": () => ({
    path: `${anyEpisode()}/like`,
    fields: { session: newSession(), intent: "like" },
    isDone: isOk,
  }),
  "comments on one episode": () => newComment("/episodes/1"),
  "comments on any": () => newComment(anyEpisode()),
}

/** Writes by visitors, acknowledged one by one. */
export async function measureWrites() {
  console.log(
    `Writes: each by another visitor (a made-up X-Forwarded-For, as the limits count by address), ${AT_ONCE} at once, ${SECONDS} s a kind;\n` +
      `a comment also subscribes its author and leaves a mail in the outbox. What is counted was acknowledged.`,
  )
  const rows: Record<string, Record<string, number>> = {}
  for (const kind of KINDS) {
    await withPodcast(kind, async ({ url }) => {
      for (const [name, make] of Object.entries(WRITES)) rows[`${name} (${kind})`] = await write(url, make)
    })
  }
  console.table(rows)
}

async function write(url: string, make: () => Write) {
  const pool = new Pool(url, { connections: AT_ONCE })
  const times: number[] = []
  let failures = 0
  const started = performance.now()
  const visitor = async () => {
    while (performance.now() - started < SECONDS * 1_000) {
      const { path, fields, isDone } = make()
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        method: "POST",
        path,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
          "x-forwarded-for": newAddress(),
        },
        body: new URLSearchParams(fields).toString(),
      })
      await body.dump()
      if (isDone(statusCode)) times.push(performance.now() - sent)
      else failures += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  const seconds = (performance.now() - started) / 1_000
  await pool.close()
  return {
    "writes/s": round(times.length / seconds),
    "p99 ms": round(quantile(times, 0.99), 1),
    failures,
  }
}

function newComment(path: string): Write {
  const email = `${randomUUID()}@example.org`
  const fields = {
    intent: "comment",
    name: "Maïmouna",
    email,
    content: `Quelle conversation, merci à vous deux. ${email}`,
    opened: String(Date.now() - 60_000),
    website: "",
  }
  return { path, fields, isDone: (status) => status === 302 }
}

const newSession = () => `session_${Date.now()}_${randomUUID()}`
const newAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
