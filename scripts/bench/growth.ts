import { FREQUENT_WORD, RARE_WORD, type Sizes } from "#test/seed.ts"
import { signUp } from "../../faults/visitor.ts"
import { median, quantile, round, timed } from "./figures.ts"
import { fill, makeDatabase, makeFolder, NOT_CACHED, openSite, PODCAST, startEmbedded } from "./site.ts"

const REQUESTS = 60
const WARM_UP = 10
const AIM = 1.5

const SIZES: Sizes[] = [
  { episodes: 100, comments: 4_000, busiest: 2_000, likes: 1_000, others: 100, deeds: 10_000 },
  { episodes: 10_000, comments: 100_000, busiest: 10_000, likes: 100_000, others: 1_000, deeds: 100_000 },
  {
    episodes: 100_000,
    comments: 1_000_000,
    busiest: 100_000,
    likes: 500_000,
    others: 10_000,
    deeds: 1_000_000,
  },
]

/** Pages whose work could grow with what there is, the same ones in the same order for every size. */
const pages = ({ episodes }: Sizes) => ({
  public: [
    "/",
    "/episodes",
    "/episodes?page=2",
    `/episodes?page=${Math.floor((episodes * 0.95) / 24 / 2)}`,
    `/episodes?page=${Math.floor((episodes * 0.95) / 24)}`,
    `/episodes?q=${RARE_WORD}`,
    `/episodes?q=${FREQUENT_WORD}`,
    "/episodes?q=zzyzx",
    "/episodes?q=qz",
    "/episodes/7",
    `/episodes/${episodes - 1}`,
    `/episodes/${episodes - 1}?avant=${Date.now() - 86_400_000 * 300}-1`,
    "/news",
    "/news?tab=galeries",
    "/news?category=event",
    "/news?tab=galeries&category=event",
    "/blog",
    "/blog/article-7",
    "/page/page-7",
  ],
  admin: [
    "/admin/episodes",
    `/admin/episodes?page=${Math.min(200, episodes / 50)}`,
    `/admin/episodes?q=${RARE_WORD}`,
    `/admin/episodes?q=${FREQUENT_WORD}`,
    "/admin/episodes?q=zzyzx",
    "/admin/comments",
    "/admin/comments?page=20",
    "/admin/comments?etat=en-attente",
    "/admin/comments?etat=visible",
    `/admin/comments?episode=${episodes - 1}`,
    `/admin/comments?episode=${episodes - 1}&etat=masque`,
    `/admin/comments?q=${RARE_WORD}`,
    `/admin/comments?q=${FREQUENT_WORD}`,
    "/admin/comments?q=zzyzx",
    "/admin/comments?q=qz",
    "/admin/users",
    "/admin/users?q=compte-7",
    "/admin/news",
    "/admin/blog",
    "/admin/pages",
    "/admin/messages",
    "/admin/messages?dossier=archives",
    `/admin/messages?q=${FREQUENT_WORD}`,
    "/admin/newsletter",
    "/admin/newsletter?q=abonne-7",
    "/admin/log",
    "/admin/log?page=200",
    "/admin/log?kind=episode",
    "/admin/log?kind=ban",
    "/admin/log?kind=episode&item=7",
    `/admin/log?day=${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)}`,
    "/admin/log?q=parti@example.org",
    "/admin/log?q=admin-0@example.org",
    "/admin/log?q=admin-0@example.org&kind=user",
    "/admin/log?q=lecture+automatique+du+flux&kind=session",
    "/admin/log?q=example.org",
  ],
})

/** The same pages over ever more rows: none may take notably longer. @param most of the episodes, where it is less */
export async function measureGrowth(most = Infinity) {
  const sizes = SIZES.filter(({ episodes }) => episodes <= most)
  console.log(
    `Growth: ${sizes.map(({ episodes, comments, deeds }) => `${episodes.toLocaleString("en")} episodes, ${comments.toLocaleString("en")} comments and ${deeds.toLocaleString("en")} rows of the log`).join("; ")}\n` +
      `(of these, a tenth on one episode), and everything else in proportion. All sites run at once and are asked\n` +
      `in turn, ${REQUESTS} times a page after ${WARM_UP} for warming up, by one visitor at a time, past the page cache (by a cookie).\n` +
      `Milliseconds in the server (Server-Timing), median and p99, and SQL queries; aim: at most ${AIM} times the smallest.\n`,
  )
  const server = process.env.BENCH_DATABASE_URL ?? (await startEmbedded(await makeFolder()))
  const grown: Grown[] = []
  for (const size of sizes) {
    const databaseUrl = await makeDatabase(server)
    const { url } = await openSite({ dataDir: await makeFolder(), databaseUrl })
    const cookie = await signUp(url)
    const seconds = (await timed(() => fill(databaseUrl, size))) / 1_000
    console.log(`${size.episodes} episodes: filled in ${round(seconds)} s`)
    grown.push({ size, url, cookie })
  }
  for (const kind of ["public", "admin"] as const) {
    const rows: Record<string, Record<string, number | string>> = {}
    for (const [index, name] of pages(sizes.at(-1) ?? PODCAST)[kind].entries())
      rows[name] = await measurePage(grown, kind, index)
    console.table(rows)
  }
}

type Grown = { size: Sizes; url: string; cookie: string }

async function measurePage(grown: Grown[], kind: "public" | "admin", index: number) {
  const samples = new Map<number, number[]>(grown.map(({ size }) => [size.episodes, []]))
  const queries = new Set<string>()
  for (let attempt = -WARM_UP; attempt < REQUESTS; attempt += 1) {
    for (const { url, size, cookie } of grown) {
      const path = pages(size)[kind][index] ?? ""
      const headers = kind === "admin" ? { cookie } : NOT_CACHED
      const response = await fetch(url + path, { headers, redirect: "manual" })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      const timing = response.headers.get("server-timing") ?? ""
      const [, ms, sql = ""] = /dur=([\d.]+), sql;desc="(\d+)"/.exec(timing) ?? []
      if (attempt >= 0) samples.get(size.episodes)?.push(Number(ms))
      if (attempt === REQUESTS - 1) queries.add(sql)
    }
  }
  const all = [...samples.values()]
  const ratio = median(all.at(-1) ?? []) / median(all[0] ?? [])
  return {
    queries: [...queries].join("/"),
    ...Object.fromEntries(
      [...samples].flatMap(([episodes, times]) => [
        [`${episodes} episodes`, round(median(times), 1)],
        [`p99 ${episodes}`, round(quantile(times, 0.99), 1)],
      ]),
    ),
    ratio: `${round(ratio, 2)}${ratio > AIM ? " !" : ""}`,
  }
}
