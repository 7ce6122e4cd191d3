import { FREQUENT_WORD, RARE_WORD, type Sizes } from "#test/seed.ts"
import { fill, withDatabase, withServer } from "./databases.ts"
import { median, quantile, round } from "./figures.ts"
import { signUp } from "./people.ts"
import { type Site, withSite } from "./site.ts"

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

/** The same pages over ever more rows: none may take notably longer. */
export async function measureGrowth() {
  console.log(
    `Growth: ${SIZES.map(({ episodes, comments, deeds }) => `${episodes.toLocaleString("en")} episodes, ${comments.toLocaleString("en")} comments and ${deeds.toLocaleString("en")} rows of the log`).join("; ")}\n` +
      `(of these, a tenth on one episode), and everything else in proportion. All three sites run at once and are asked\n` +
      `in turn, ${REQUESTS} times a page after ${WARM_UP} for warming up, by one visitor at a time, past the page cache (by a cookie).\n` +
      `Milliseconds in the server (Server-Timing), median and p99, and SQL queries; aim: at most ${AIM} times the smallest.\n`,
  )
  await withServer((server) => withSites(server, SIZES, []))
}

type Grown = { sizes: Sizes; site: Site; cookie: string }

async function withSites(server: string, [sizes, ...others]: Sizes[], grown: Grown[]): Promise<void> {
  if (!sizes) return measureAll(grown)
  await withDatabase(server, (databaseUrl) =>
    withSite({ databaseUrl }, async (site) => {
      const cookie = await signUp(site.url)
      const started = performance.now()
      await fill(databaseUrl, sizes)
      console.log(`${sizes.episodes} episodes: filled in ${round((performance.now() - started) / 1000)} s`)
      await withSites(server, others, [...grown, { sizes, site, cookie }])
    }),
  )
}

async function measureAll(grown: Grown[]) {
  const largest = grown.at(-1)
  for (const kind of ["public", "admin"] as const) {
    const rows: Record<string, Record<string, number | string>> = {}
    for (const [index, name] of (largest ? pages(largest.sizes)[kind] : []).entries()) {
      rows[name] = await measurePage(grown, kind, index)
    }
    console.table(rows)
  }
}

async function measurePage(grown: Grown[], kind: "public" | "admin", index: number) {
  const samples: number[][] = grown.map(() => [])
  const queries: string[] = []
  for (let attempt = -WARM_UP; attempt < REQUESTS; attempt += 1) {
    for (const [place, { site, sizes, cookie }] of grown.entries()) {
      const path = pages(sizes)[kind][index] ?? ""
      const response = await fetch(site.url + path, {
        headers: { cookie: kind === "admin" ? cookie : "cko.session_token=none" },
        redirect: "manual",
      })
      await response.arrayBuffer()
      const [, ms, sql] =
        /dur=([\d.]+), sql;desc="(\d+)"/.exec(response.headers.get("server-timing") ?? "") ?? []
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      if (attempt >= 0) samples[place]?.push(Number(ms))
      queries[place] = sql ?? ""
    }
  }
  const row: Record<string, number | string> = { queries: [...new Set(queries)].join("/") }
  for (const [place, { sizes }] of grown.entries()) {
    row[`${sizes.episodes}`] = round(median(samples[place] ?? []), 1)
    row[`p99 ${sizes.episodes}`] = round(quantile(samples[place] ?? [], 0.99), 1)
  }
  const ratio = median(samples.at(-1) ?? []) / median(samples[0] ?? [])
  row.ratio = `${round(ratio, 2)}${ratio > AIM ? " !" : ""}`
  return row
}
