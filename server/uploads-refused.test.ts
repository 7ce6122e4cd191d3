import { randomBytes } from "node:crypto"
import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { writeSetting } from "#app/db/settings.server.ts"
import { MAX_UPLOAD_BYTES, PART_BYTES, UPLOADS } from "#app/media/upload/upload-rules.ts"
import { createMedium, storedRows } from "#test/factories.ts"
import { createUser, openSession } from "#test/people.ts"
import { setSettings } from "#test/site-settings.ts"
import {
  admin,
  ask,
  begin,
  begun,
  MB,
  offsetOf,
  patch,
  prepareUploads,
  rowOf,
  stateOf,
} from "#test/uploads.ts"

const LARGE = randomBytes(12 * MB)

prepareUploads()

function endlessBody() {
  let pulls = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1
        controller.enqueue(new Uint8Array(MB))
      },
    },
    { highWaterMark: 0 },
  )
  return { endless, pulls: () => pulls }
}

describe("what is refused", () => {
  test.each([
    ["0", 400, "Ce fichier est vide."],
    [String(MAX_UPLOAD_BYTES + 1), 413, "Ce fichier dépasse 2 Go."],
    ["9".repeat(15), 413, "Ce fichier dépasse 2 Go."],
    ["9".repeat(400), 400, "upload-length"],
    ["-1", 400, "upload-length"],
    ["1e3", 400, "upload-length"],
    ["", 400, "upload-length"],
  ])("a file of %s bytes", async (bytes, status, text) => {
    const response = await begin(bytes)
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
    expect(await storedRows("uploads")).toEqual([])
  })

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\Awa\\été.png", "été.png"],
    ["a\0b\u202Egnp.exe\n.png", "abgnp.exe.png"],
    ["", "Fichier sans nom"],
    [" .. ", "Fichier sans nom"],
    ["\u200B\u200F", "Fichier sans nom"],
    [`${"é".repeat(300)}.flac`, `${"é".repeat(194)}….flac`],
    ["😀".repeat(300), `${"😀".repeat(199)}…`],
  ])("no name, but %j is cleaned", async (name, title) => {
    expect((await stateOf(await begun(10, name))).title).toBe(title)
  })

  test("a name in what is no base64, or no UTF-8, is taken as far as it can be read", async () => {
    for (const metadata of ["filename ///=!", "filename /////w==", "filename", "filename ,,,", ","]) {
      const response = await begin(10, "", { "Upload-Metadata": metadata })
      expect(response.status).toBe(201)
    }
  })

  test.each<[string, number, number, Record<string, string>, number]>([
    ["another place", 5, 5 * MB, {}, 409],
    ["no place", -1, 5 * MB, {}, 400],
    ["a place that is no number", NaN, 5 * MB, {}, 400],
    ["a part too short", 0, MB / 4 - 1, {}, 400],
    ["an empty part", 0, 0, {}, 400],
    ["a part too long", 0, PART_BYTES + 1, {}, 413],
    ["another kind of body", 0, 5 * MB, { "Content-Type": "application/x-www-form-urlencoded" }, 415],
    ["another version", 0, 5 * MB, { "Tus-Resumable": "0.2.2" }, 412],
    ["a length that is none", 0, 5 * MB, { "Content-Length": "5e6" }, 400],
  ])("%s", async (_what, offset, bytes, headers, status) => {
    const path = await begun(LARGE.length)
    expect((await patch(path, offset, LARGE.subarray(0, bytes), headers)).status).toBe(status)
    expect(await offsetOf(path)).toEqual([200, "0"])
    expect(await rowOf(path)).toMatchObject({ received: 0, lease: null })
  })

  test("a body without a length, before anything of it is read", async () => {
    const path = await begun(LARGE.length)
    const { endless, pulls } = endlessBody()
    expect((await patch(path, 0, endless)).status).toBe(411)
    expect(pulls()).toBe(0)
  })

  test("what a body has beyond the length it was announced with", async () => {
    const path = await begun(LARGE.length)
    const { endless, pulls } = endlessBody()
    expect((await patch(path, 0, endless, { "Content-Length": String(PART_BYTES) })).status).toBe(204)
    expect(pulls()).toBeLessThan(12)
    expect(await offsetOf(path)).toEqual([200, String(PART_BYTES)])
  })

  test("the last part when it is longer than the file", async () => {
    const path = await begun(10)
    expect((await patch(path, 0, Buffer.alloc(11))).status).toBe(413)
  })

  test("more than is sensible at once", async () => {
    await db.execute(sql`insert into uploads (id, user_id, title, bytes)
      select lpad(n::text, 22, 'u'), ${admin.id}, 'x', 10 from generate_series(1, 99) n`)
    const both = await Promise.all([begin(10), begin(10)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429])
    await db.execute(
      sql`update uploads set bytes = ${MAX_UPLOAD_BYTES} where id in (select id from uploads limit 6)`,
    )
    await db.execute(sql`update uploads set received = 10 where bytes = 10`)
    expect((await begin(10)).status).toBe(429)
    await db.execute(sql`update uploads set failure = 'non' where bytes > 10`)
    expect((await begin(10)).status).toBe(201)
  })

  test("36.3 a file larger than hosts allow, and more than one person's share", async () => {
    await setSettings("uploads", { fileMb: 10 })
    const large = await begin(10 * MB + 1)
    expect([large.status, await large.text()]).toEqual([413, "Ce fichier dépasse 10 Mo."])
    expect((await begin(10 * MB)).status).toBe(201)
    await setSettings("uploads", { fileMb: 2_048, personGb: 2 })
    expect((await begin(2 * 1024 * MB)).status).toBe(429)
    expect((await begin(2 * 1024 * MB - 10 * MB)).status).toBe(201)
  })

  test("36.3 more than the library may hold, with what is on its way, for two at once too", async () => {
    await setSettings("uploads", { libraryGb: 1 })
    await createMedium({ bytes: 100 * MB })
    const both = await Promise.all([begin(500 * MB), begin(500 * MB)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 413])
    const full = both.find(({ status }) => status === 413)
    expect(await full?.text()).toContain("La médiathèque est pleine\u00a0: elle a 1 Go.")
    // What was refused is not on its way.
    expect((await begin(424 * MB)).status).toBe(201)
    expect((await begin(1)).status).toBe(413)
    await setSettings("uploads", { libraryGb: 0 })
    expect((await begin(500 * MB)).status).toBe(201)
  })

  test.each(["/x", `/${"a".repeat(23)}`, "/%00", "/..%2f..", `/${"a".repeat(22)}/b`])(
    "the address %s",
    async (rest) => {
      for (const method of ["GET", "PATCH", "DELETE"])
        expect((await ask(UPLOADS + rest, { method })).status).toBe(404)
    },
  )
})

describe("who may", () => {
  const METHODS = ["OPTIONS", "POST", "HEAD", "GET", "PATCH", "DELETE"] as const
  const tryAll = async (path: string, headers: Record<string, string>) => {
    const statuses: Record<string, number> = {}
    for (const method of METHODS) {
      const isPart = method === "PATCH"
      const response = await ask(method === "POST" ? UPLOADS : path, {
        method,
        ...(isPart && { body: LARGE.subarray(PART_BYTES) }),
        headers: {
          "Upload-Length": "10",
          "Upload-Offset": String(PART_BYTES),
          ...(isPart && {
            "Content-Type": "application/offset+octet-stream",
            "Content-Length": String(LARGE.length - PART_BYTES),
          }),
          ...headers,
        },
      })
      statuses[method] = response.status
    }
    return statuses
  }
  const all = (status: number) => Object.fromEntries(METHODS.map((method) => [method, status]))
  const half = async () => {
    const path = await begun(LARGE.length)
    await patch(path, 0, LARGE.subarray(0, PART_BYTES))
    return path
  }

  test.each(["visitor", "user", "moderator"] as const)(
    "a %s may do nothing with an upload half-way",
    async (who) => {
      const path = await half()
      const other = who === "visitor" ? "" : await openSession(await createUser(who))
      const before = await storedRows("uploads")
      expect(await tryAll(path, { cookie: other })).toEqual(all(who === "visitor" ? 401 : 403))
      expect(await storedRows("uploads")).toEqual(before)
    },
  )

  test("28.2 another admin may do nothing with somebody's upload, and does not learn that it is there", async () => {
    const path = await half()
    const before = await rowOf(path)
    const other = await openSession(await createUser("admin"))
    expect(await tryAll(path, { cookie: other })).toEqual({ ...all(404), OPTIONS: 204, POST: 201 })
    expect(await rowOf(path)).toEqual(before)
  })

  test.each([
    ["the session is ended", 401, () => db.execute(sql`delete from sessions`)],
    ["the role is taken away", 403, () => db.execute(sql`update users set role = 'moderator'`)],
    [
      "a second factor is owed for too long",
      403,
      async () => {
        await db.execute(sql`update users set staff_since = '2026-01-01T00:00Z'`)
        await writeSetting(db, "factor-required-since", "2026-01-01T00:00:00.000Z")
      },
    ],
  ])("nobody goes on half-way once %s", async (_what, status, change) => {
    const path = await half()
    const before = await storedRows("uploads")
    await change()
    expect(await tryAll(path, {})).toEqual(all(status))
    expect(await storedRows("uploads")).toEqual(before)
  })

  test("the last part makes no file once the session has ended while it came", async () => {
    const path = await half()
    let goOn = () => {}
    const slow = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(LARGE.subarray(PART_BYTES, PART_BYTES + MB))
        await new Promise<void>((resolve) => (goOn = resolve))
        controller.enqueue(LARGE.subarray(PART_BYTES + MB))
        controller.close()
      },
    })
    const last = patch(path, PART_BYTES, slow, { "Content-Length": String(LARGE.length - PART_BYTES) })
    await expect.poll(async () => (await rowOf(path))?.lease).not.toBeNull()
    await db.execute(sql`delete from sessions`)
    goOn()
    expect((await last).status).toBe(401)
    expect(await rowOf(path)).toMatchObject({ received: PART_BYTES })
  })

  test("another site may not write, whatever it sends", async () => {
    const path = await half()
    const before = await storedRows("uploads")
    const statuses = await tryAll(path, { "Sec-Fetch-Site": "cross-site", Origin: "https://example.org" })
    expect(statuses).toMatchObject({ POST: 403, PATCH: 403, DELETE: 403 })
    expect(await storedRows("uploads")).toEqual(before)
  })
})
