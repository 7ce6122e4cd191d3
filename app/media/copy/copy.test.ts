import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { CLIENT_SILENCE_MS } from "#app/kit/http/client-silence.ts"
import { guardedFetch } from "#app/kit/http/guarded-fetch.server.ts"
import { isPublicAddress, publicNetwork } from "#app/kit/http/public-network.server.ts"
import { send } from "#test/app.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { createMedium, emptyContents, storedRows } from "#test/factories.ts"
import { createUser, sendForm, signInAs, signInAsNew } from "#test/people.ts"
import { serve } from "#test/serve.ts"
import { silentWav } from "#test/wav.ts"
import { COPY_PATH } from "./copy-into-library.ts"
import { copyMedium } from "./copy-medium.server.ts"

/** Than the clock is time where it would be minutes. */
const FASTER = 100

let host = ""
let picture = Buffer.alloc(0)
let asked: string[] = []

const ANSWERS: Record<string, RequestListener> = {
  "/dossier/photo%20%C3%A9t%C3%A9.png": (_, response) => response.end(picture),
  "/song.wav": (_, response) => response.end(silentWav(1)),
  "/large": (_, response) => response.setHeader("Content-Length", "100000001").end("a"),
  "/page.png": (_, response) => response.end("<!doctype html><script>alert(1)</script>"),
  "/announced": (_, response) => response.setHeader("Content-Length", "2000").end("a".repeat(2000)),
  "/endless": (_, response) => {
    const timer = setInterval(() => response.write("a".repeat(500)), 1)
    response.on("close", () => clearInterval(timer))
  },
  "/bomb": (_, response) => response.setHeader("Content-Encoding", "gzip").end(gzipSync("a".repeat(100_000))),
  "/silent": (_, response) => response.write("a"),
  "/mute": () => {},
  "/dripping": (_, response) => {
    const timer = setInterval(() => response.write("a"), 5_000 / FASTER)
    response.on("close", () => clearInterval(timer))
  },
  "/inside": (_, response) => response.writeHead(302, { Location: "http://10.0.0.1/a.png" }).end(),
  "/file": (_, response) => response.writeHead(302, { Location: "file:///etc/passwd" }).end(),
  "/round": (_, response) => response.writeHead(302, { Location: "/round" }).end(),
  "/moved": (_, response) =>
    response.writeHead(301, { Location: "/dossier/photo%20%C3%A9t%C3%A9.png" }).end(),
}

/** As if 127.0.0.1 were an address of the public internet. */
const guard = {
  ...publicNetwork,
  isAllowed: (address: string) => address === "127.0.0.1" || isPublicAddress(address),
}

beforeAll(openTestDatabase)
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#c3131f" } })
    .png()
    .toBuffer()
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    const answer = ANSWERS[request.url ?? ""]
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(async () => {
  asked = []
  await emptyContents()
  await emptyTables("audit_log")
})

async function download(path: string) {
  try {
    const options = { guard, maxBytes: 1_000, silenceMs: 300, totalMs: 800 }
    const { body } = await guardedFetch(host + path, options)
    const content = Buffer.concat(await Array.fromAsync(body))
    return content.length
  } catch (error) {
    return String(error)
  }
}

describe("a file of another host", () => {
  test.each([
    ["/dossier/photo%20%C3%A9t%C3%A9.png", /^\d+$/],
    ["/moved", /^\d+$/],
    ["/announced", /trop lourd/],
    ["/endless", /trop lourd/],
    ["/bomb", /trop lourd/],
    ["/silent", /trop lent/],
    ["/mute", /trop lent/],
    ["/inside", /réseau privé/],
    ["/file", /pas l’adresse/],
    ["/round", /trop de fois/],
    ["/missing", /erreur \(404\)/],
  ])("is had, or not, within its bounds: %s", async (path, outcome) => {
    expect(String(await download(path))).toMatch(outcome)
  })

  test("that comes a byte at a time ends before the client's connection, who is told why", async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / FASTER))
    const site = await serve(async ({ socket }, response) => {
      socket.setTimeout(CLIENT_SILENCE_MS / FASTER, () => socket.destroy())
      response.end(JSON.stringify(await copyMedium(`${host}/dripping`, null, { guard })))
    })
    try {
      expect(await (await fetch(site.url)).json()).toEqual({
        failure: "L’autre site est trop lent\u00a0: la copie a été abandonnée.",
      })
    } finally {
      vi.restoreAllMocks()
      await site.close()
    }
  })

  test("28.5 is taken into the library once, under the name it has there", async () => {
    const { id } = await createUser("admin")
    const copied = await copyMedium(`${host}/moved`, id, { guard })
    expect(copied).toMatchObject({ isDuplicate: false })
    expect(await copyMedium(`${host}/dossier/photo%20%C3%A9t%C3%A9.png`, id, { guard })).toEqual({
      ...copied,
      isDuplicate: true,
    })
    expect(await storedRows("media")).toMatchObject([
      {
        title: "photo été.png",
        kind: "image",
        type: "image/png",
        width: 40,
        state: "waiting",
        created_by: id,
      },
    ])
    expect(await storedRows("audit_log")).toMatchObject([{ action: "create", kind: "medium", actor_id: id }])
  })

  test("that is no file of the library's is refused by its content, and leaves nothing", async () => {
    const { id } = await createUser("admin")
    expect(await copyMedium(`${host}/page.png`, id, { guard })).toEqual({
      failure: expect.stringMatching(/./),
    })
    expect(await storedRows("media")).toEqual([])
  })
})

describe("a pasted picture", () => {
  const take = async (path: string) => {
    const { id } = await createUser("admin")
    return copyMedium(host + path, id, { guard, isPicture: true })
  }

  test("15.13 is taken into the library once", async () => {
    const copied = await take("/moved")
    expect(copied).toMatchObject({ isDuplicate: false })
    expect(await take("/dossier/photo%20%C3%A9t%C3%A9.png")).toEqual({ ...copied, isDuplicate: true })
  })

  test.each([
    ["/song.wav", "Ce fichier n’est pas une image."],
    ["/page.png", "C’est une page web (HTML), pas une image, un son ou un film."],
    ["/large", expect.stringContaining("trop lourd")],
    ["/missing", "L’autre site a répondu par une erreur (404)."],
    ["/inside", expect.stringContaining("réseau privé")],
  ])("15.13 that cannot be had says why, and leaves nothing: %s", async (path, failure) => {
    expect(await take(path)).toEqual({ failure })
    expect(await storedRows("media")).toEqual([])
  })
})

describe("asking for a copy", () => {
  const ask = (address: string, cookie: string) => sendForm(COPY_PATH, { address }, { cookie })

  test.each(["", "on"])(
    "of a private address is refused before anything is sent there (%j)",
    async (isPicture) => {
      const cookie = await signInAsNew("admin")
      const response = await sendForm(COPY_PATH, { address: `${host}/moved`, isPicture }, { cookie })
      expect([response.status, await response.json()]).toEqual([
        422,
        { state: "failed", failure: expect.stringContaining("réseau privé") },
      ])
      expect(asked).toEqual([])
    },
  )

  test.each([
    "",
    "/media/x/a.png",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "a\0b",
    `https://a.example/${"a".repeat(2_000)}`,
  ])("of %j is refused", async (address) => {
    const response = await ask(address, await signInAsNew("admin"))
    expect(response.status).toBe(400)
    expect((await response.json()).failure).toMatch(/adresse|caractère interdit/)
  })

  test("is for admins, with forms of the site's own only", async () => {
    for (const role of ["user", "moderator"] as const) {
      const cookie = await signInAsNew(role)
      expect((await ask(`${host}/moved`, cookie)).status).toBe(403)
    }
    expect((await ask(`${host}/moved`, "")).status).toBe(302)
    const { email } = await createUser("admin")
    const headers = {
      cookie: await signInAs(email),
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
    }
    const body = new URLSearchParams({ address: `${host}/moved` })
    expect((await send(COPY_PATH, { method: "POST", body, headers })).status).toBe(403)
    expect(asked).toEqual([])
  })

  test("tells how far the media worker is, and what a form then takes", async () => {
    const cookie = await signInAsNew("admin")
    const medium = await createMedium({ title: "a.png" })
    const state = async (id: string) => (await send(`${COPY_PATH}?id=${id}`, { headers: { cookie } })).json()
    expect(await state(String(medium.id))).toMatchObject({
      state: "ready",
      medium: { id: medium.id, kind: "image", address: `/media/${medium.key}/a.png` },
    })
    for (const id of ["", "999", "x", "1e9", "%00"])
      expect(await state(id)).toMatchObject({ state: "failed" })
  })
})
