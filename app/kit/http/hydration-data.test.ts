import { expect, test } from "vitest"
import { hydrationScript, nameData, readHydrationData } from "./hydration-data.server.ts"

/** What the script hands over to React Router in the browser. */
function run(script: string) {
  const given: string[] = []
  const streamController = { enqueue: (text: string) => given.push(text), close: () => given.push("closed") }
  // oxlint-disable-next-line typescript/no-implied-eval -- as the browser runs it
  new Function("window", script)({ __reactRouterContext: { streamController } })
  return given
}

test.each(["", "[1]\n", "</script><!-- <script>", 'é « " \\ \u2028 \u{1f3a4}\n'])(
  "a page's data reaches the browser as it was, and ends no script: %j",
  async (text) => {
    const bytes = Buffer.from(text)
    // Cut anywhere, also within a character.
    const pieces = new Blob([bytes.subarray(0, 1), bytes.subarray(1)])
    const script = hydrationScript(await readHydrationData(pieces.stream()))
    expect(script).not.toContain("<")
    expect(run(script)).toEqual([text, "closed"])
  },
)

test("texts that are drawn are left out of a page's data", async () => {
  const drawn = 'Le « $& » d’Awa, <b>"ici"</b>\n'
  const data = JSON.stringify([{ _1: 2 }, "html", drawn, "autre"])
  const read = await readHydrationData(new Blob([data]).stream(), [drawn, "absent"])
  expect(JSON.parse(read)).toEqual([{ _1: 2 }, "html", "", "autre"])
})

test("other data have another name", () => {
  expect(nameData("[1]").name).toMatch(/^[\w-]{22}$/)
  expect(nameData("[1]").name).not.toBe(nameData("[2]").name)
})
