import { expect, test } from "vitest"
import { z } from "zod"
import { leastCpuMs } from "#test/cpu-time.ts"
import { LONG_TEXT_BYTES, readForm } from "./forms.server.ts"

const FORM = { "Content-Type": "application/x-www-form-urlencoded" }
const MOST = 64_000
const EVERYTHING = z.record(z.string(), z.string())

const post = (body: BodyInit, headers: Record<string, string> = FORM) =>
  new Request("https://cko.test/", { method: "POST", body, headers, duplex: "half" } as RequestInit)
const read = (body: BodyInit, headers?: Record<string, string>) => readForm(post(body, headers))
const refused = (status: number) => expect.objectContaining({ init: { status } })

test("a form is read field by field, and one that comes twice or holds a null character is told", async () => {
  const form = await read("a=1&b=%C3%A9+t%C3%A9&c=&a=2&d=%00&%5F%5Fproto%5F%5F=x&constructor=y")
  expect(form.values).toEqual({ a: "1", b: "é té", c: "", d: "\0", constructor: "y" })
  expect(form.parse(EVERYTHING)).toMatchObject({
    ok: false,
    errors: { a: "Ce champ a été envoyé plusieurs fois", d: "Ce champ contient un caractère interdit" },
  })
})

test.each([
  "application/json",
  "text/plain",
  "multipart/form-data; boundary=x",
  "",
  "application/x-www-form",
])("a form of the type %j is none", (type) =>
  expect(read("a=1", { "Content-Type": type })).rejects.toEqual(refused(415)),
)

test.each(["application/x-www-form-urlencoded;charset=UTF-8", "Application/X-WWW-Form-Urlencoded"])(
  "a form may be of the type %j",
  async (type) => expect((await read("a=1", { "Content-Type": type })).values).toEqual({ a: "1" }),
)

test("19.3 a form has a hundred fields at most, each with a name of a hundred letters at most", async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=`).join("&")
  expect(Object.keys((await read(fields(100))).values)).toHaveLength(100)
  await expect(read(fields(101))).rejects.toEqual(refused(400))
  expect((await read("n".repeat(100))).values).toEqual({ ["n".repeat(100)]: "" })
  await expect(read("n".repeat(101))).rejects.toEqual(refused(400))
})

test("19.3 a body may have 64 kB, the back office's 1 MB, not a byte more", async () => {
  const body = (bytes: number) => `a=${"a".repeat(bytes - 2)}`
  expect((await read(body(MOST))).values.a).toHaveLength(MOST - 2)
  await expect(read(body(MOST + 1))).rejects.toEqual(refused(413))
  const long = await readForm(post(body(LONG_TEXT_BYTES)), LONG_TEXT_BYTES)
  expect(long.values.a).toHaveLength(LONG_TEXT_BYTES - 2)
  await expect(readForm(post(body(LONG_TEXT_BYTES + 1)), LONG_TEXT_BYTES)).rejects.toEqual(refused(413))
})

test("a body that says it is too long is not even begun", async () => {
  const { body, given } = streamed(10)
  await expect(read(body, { ...FORM, "Content-Length": String(MOST + 1) })).rejects.toEqual(refused(413))
  // What a stream prepares before anybody asks.
  expect(given()).toBeLessThanOrEqual(1)
})

test("a body without an end, or shorter than it is by its own word, is left where it is too long", async () => {
  for (const length of [undefined, "10"]) {
    const { body, given } = streamed(Infinity)
    await expect(read(body, length ? { ...FORM, "Content-Length": length } : FORM)).rejects.toEqual(
      refused(413),
    )
    expect(given()).toBeLessThan(10)
  }
})

test("a body that breaks off is no form", () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) })
  return expect(read(body)).rejects.toEqual(refused(400))
})

test.each([
  ["60,000 short names", Array.from({ length: 60_000 }, (_, n) => `${n.toString(36)}=`).join("&")],
  ["one name 330,000 times", "a=&".repeat(330_000)],
  ["1 MB of broken letters", "%ED%A0%80".repeat(110_000)],
  ["1 MB of percent signs", "%".repeat(1_000_000)],
  ["1 MB of plus signs", `a=${"+".repeat(999_990)}`],
])("%s hold nobody up", async (_what, body) => {
  const ms = await leastCpuMs(500, () => readForm(post(body), LONG_TEXT_BYTES).catch(() => {}))
  // Quadratic, it took seconds.
  expect(ms).toBeLessThan(500)
})

/** A body of chunks of 16 kB, and how many of them were asked for. */
function streamed(chunks: number) {
  let count = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      count += 1
      if (count > chunks) controller.close()
      else controller.enqueue(new Uint8Array(16_000))
    },
  })
  return { body, given: () => count }
}
