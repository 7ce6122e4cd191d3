import { request } from "node:http"
import { text } from "node:stream/consumers"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { version } from "#package"
import { databaseUrl, emptyDatabase, openTestDatabase, withoutTable } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { serve } from "#test/serve.ts"
import { openPages } from "./pages.ts"
import { refreshSiteMeasures } from "./site-measures.ts"

const TOKEN = "a-token-of-24-characters"
const bearer = { authorization: `Bearer ${TOKEN}` }
const sites = { open: "", proxied: "", secure: "", bare: "" }

beforeAll(openTestDatabase)
beforeAll(async () => {
  const http = { publicUrl: "http://cko.test", databaseUrl }
  const opened = [
    ["proxied", { ...http, trustedProxies: 1, metricsToken: TOKEN }],
    ["secure", { ...http, publicUrl: "https://cko.test" }],
    ["bare", http],
    // Of several in one process the last one’s page cache is measured.
    ["open", { ...http, metricsToken: TOKEN }],
  ] as const
  const closings = await Promise.all(
    opened.map(async ([name, options]) => {
      const pages = openPages(options)
      const { url, close } = await serve(pages.listener)
      sites[name] = url
      return () => close().then(pages.close)
    }),
  )
  return async () => void (await Promise.all(closings.map((close) => close())))
})
beforeEach(emptyDatabase)

async function get(address: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(address, { headers, method, redirect: "manual" })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const read = async (headers: Record<string, string> = bearer) =>
  (await get(`${sites.open}/metrics`, headers)).text

/** Each line of the format, by name and labels. @throws Error at one that is none */
function parse(body: string) {
  return new Map(
    body
      .split("\n")
      .filter((line) => line && !line.startsWith("# "))
      .map((line) => {
        const found =
          /^([a-zA-Z_:][\w:]*(?:\{\w+="[^"\\\n]*"(?:,\w+="[^"\\\n]*")*\})?) (-?[\d.]+(?:e[+-]?\d+)?|Nan|\+Inf)$/.exec(
            line,
          )
        if (!found) throw new Error(`no line of the format: ${line}`)
        return [found[1] ?? "", Number(found[2])] as const
      }),
  )
}

test("31.9 tells what is measured, in the format of Prometheus, and nobody keeps it", async () => {
  const { status, headers, text: body } = await get(`${sites.open}/metrics`, bearer)
  expect(status).toBe(200)
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers.get("cache-control")).toBe("no-store")
  const measures = parse(body)
  expect(measures.get(`cko_build_info{version="${version}",node="${process.versions.node}"}`)).toBe(1)
  expect(measures.get("cko_database_up")).toBe(1)
  expect(measures.get('cko_database_connections{state="total"}')).toBeGreaterThan(0)
  expect(measures.get('cko_jobs{job="media",state="waiting"}')).toBe(0)
  expect(measures.get('cko_mails{state="failed"}')).toBe(0)
  expect(measures.get("cko_processes")).toBe(1)
  expect([...measures.keys()]).toEqual(
    expect.arrayContaining([
      "cko_process_start_time_seconds",
      "nodejs_eventloop_lag_p99_seconds",
      "process_resident_memory_bytes",
      'cko_mails_total{outcome="sent"}',
      'cko_job_failing{job="backups"}',
    ]),
  )
})

test("31.9 counts requests by the pattern of their route, and holds nothing of who asks", async () => {
  const { id } = await createEpisode({ title: "Mesurée" })
  const hit = 'cko_page_cache_requests_total{result="hit"}'
  // The site may hear only now of an episode, for which it renders its page anew.
  await vi.waitFor(async () => {
    const hits = parse(await read()).get(hit) ?? 0
    for (let time = 0; time < 2; time += 1) await get(`${sites.open}/episodes/${id}`)
    expect(parse(await read()).get(hit)).toBe(hits + 2)
  })
  const before = parse(await read())
  const counted = (body: Map<string, number>, labels: string) =>
    body.get(`cko_http_request_duration_seconds_count{${labels}}`) ?? 0
  const asked = {
    'method="GET",route="/episodes/:id",status="2xx"': 3,
    'method="GET",route="/*",status="4xx"': 2,
    'method="GET",route="/healthz",status="2xx"': 1,
    'method="other",route="/*",status="4xx"': 1,
  }
  for (let time = 0; time < 3; time += 1)
    await get(`${sites.open}/episodes/${id}?q=Gandalf5`, {
      "user-agent": "Sesame9",
      "x-real-ip": "203.0.113.7",
    })
  await get(`${sites.open}/Gandalf5`)
  await get(`${sites.open}/Sesame9/x`)
  await get(`${sites.open}/healthz`)
  await get(`${sites.open}/contact`, {}, "DELETE")
  const body = await read()
  const after = parse(body)
  expect(
    Object.fromEntries(
      Object.keys(asked).map((labels) => [labels, counted(after, labels) - counted(before, labels)]),
    ),
  ).toEqual(asked)
  expect((after.get(hit) ?? 0) - (before.get(hit) ?? 0)).toBe(3)
  expect(after.get("cko_page_cache_bytes")).toBeGreaterThan(1_000)
  for (const hidden of ["Gandalf5", "Sesame9", "203.0.113", `/episodes/${id}"`, "Mesurée"])
    expect(body).not.toContain(hidden)
})

test("31.9 there is no such page for anybody else", async () => {
  const missing = await get(`${sites.open}/nothing-here`)
  const refused: [site: keyof typeof sites, headers: Record<string, string>][] = [
    ["open", { authorization: `Bearer ${TOKEN.slice(1)}` }],
    ["open", { authorization: `Bearer ${TOKEN}x` }],
    ["open", { "x-forwarded-for": "203.0.113.7" }],
    ["open", { "x-forwarded-host": "127.0.0.1" }],
    ["open", { forwarded: "for=127.0.0.1" }],
    ["open", { via: "1.1 cache" }],
    ["proxied", {}],
    ["proxied", { "x-forwarded-for": "127.0.0.1" }],
    ["proxied", { authorization: `Basic ${TOKEN}` }],
    ["secure", {}],
    ["secure", bearer],
  ]
  for (const [site, headers] of refused) {
    const { status, text: page, headers: told } = await get(`${sites[site]}/metrics`, headers)
    expect({
      site,
      headers,
      status,
      type: told.get("content-type"),
      isTold: page.includes("cko_"),
      asksForToken: told.has("www-authenticate"),
    }).toEqual({
      site,
      headers,
      status: 404,
      type: missing.headers.get("content-type"),
      isTold: false,
      asksForToken: false,
    })
  }
})

test("31.9 who knows the token, or asks on the machine itself where no proxy stands, is told, also after others were not", async () => {
  const told = async (site: keyof typeof sites, headers: Record<string, string> = {}) =>
    (await get(`${sites[site]}/metrics`, headers)).text.includes("cko_database_up")
  expect(await told("proxied")).toBe(false)
  expect(await told("proxied", { ...bearer, "x-forwarded-for": "203.0.113.7" })).toBe(true)
  expect(await told("open")).toBe(true)
  expect(await told("bare")).toBe(true)
  expect(await told("proxied")).toBe(false)
})

test("a method that is none of ours makes no label of its own", async () => {
  const { hostname, port } = new URL(sites.open)
  const body = await new Promise<string>((resolve, reject) =>
    request(
      { hostname, port, path: "/", method: "PROPFIND" },
      (response) => void text(response).then(resolve),
    )
      .on("error", reject)
      .end(),
  )
  expect(body).not.toBe("")
  expect(await read()).not.toContain("PROPFIND")
})

test("31.9 says that the database tells nothing, and logs nothing of it", async () => {
  await read()
  await withoutTable("mails", () => refreshSiteMeasures(performance.now() + 60_000))
  const measures = parse(await read())
  expect(measures.get("cko_database_up")).toBe(0)
  expect([...measures.keys()].filter((name) => name.startsWith("cko_job"))).toEqual([])
})
