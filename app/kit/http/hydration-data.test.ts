import { expect, test } from "vitest"
import { DEFERRED_SCRIPTS } from "./deferred-scripts.ts"
import { hydrationElement, hydrationScript, takeHydrationData } from "./hydration-data.server.ts"

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
    const script = await hydrationScript(pieces.stream())
    expect(script).not.toContain("<")
    expect(run(script)).toEqual([text, "closed"])
  },
)

test("texts that are drawn are left out of a page's data", async () => {
  const drawn = 'Le « $& » d’Awa, <b>"ici"</b>\n'
  const data = JSON.stringify([{ _1: 2 }, "html", drawn, "autre"])
  const script = await hydrationScript(new Blob([data]).stream(), [drawn, "absent"])
  expect(run(script)).toEqual([JSON.stringify([{ _1: 2 }, "html", "", "autre"]), "closed"])
})

const DEFERRED = `<script type="application/json" id="${DEFERRED_SCRIPTS}">{}</script>`

test.each(["[1]\n", "</script><!-- $& <script>", 'é « " \\ \u2028 \u{1f3a4}\n'])(
  "the data of a page whose scripts come late is taken out of it as it was: %j",
  async (text) => {
    const element = hydrationElement(await hydrationScript(new Blob([text]).stream()))
    const rest = { before: `<body><p>Awa</p>${DEFERRED}`, after: "</body></html>" }
    const taken = takeHydrationData(rest.before + element + rest.after)
    const named = `<script type="application/json" id="page-data">"${taken?.name}"</script>`
    expect(taken?.data).toBe(text)
    expect(taken?.page).toBe(rest.before + named + rest.after)
  },
)

test("a page that runs its scripts at once keeps its data", async () => {
  const element = hydrationElement(await hydrationScript(new Blob(["[1]"]).stream()))
  expect(takeHydrationData(`<body>${element}</body>`)).toBeUndefined()
  expect(takeHydrationData(`<body>${DEFERRED}</body>`)).toBeUndefined()
})
