import { beforeAll, describe, expect, test } from "vitest"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createEpisode } from "#test/factories.ts"
import { sendForm, signInAsNew } from "#test/people.ts"

/** What stands where an id or a slug is expected. */
const IDS = [
  ...[
    "%00",
    "1%00",
    "%0d%0aSet-Cookie:%20x=y",
    "%0a",
    "%e2%80%a8",
    "%ef%bf%bf",
    "%c3%28",
    "%E0%A4%A",
    "%",
    "%25%30%30",
  ],
  ...[
    "..%2f%09%2fevil.example%2fabout",
    "..%2f..%2f",
    "%2f%2fevil.example",
    "%5c%5cevil.example",
    "..;",
    ".%2e",
  ],
  ...[
    "0",
    "-1",
    "1.5",
    "1e3",
    "0x1",
    "+1",
    "%201",
    "01",
    "2147483648",
    "9".repeat(400),
    "NaN",
    "null",
    "__proto__",
  ],
  ...[
    "$&",
    "$%60",
    ":id",
    "*",
    "(",
    "[",
    "'%20or%201=1--",
    "é",
    "%F0%9F%8E%A4",
    "a".repeat(5_000),
    "1.data",
    "1%2Fview",
  ],
]
const PUBLIC = [
  "/episodes/*",
  "/episodes/*/view",
  "/episodes/*/like",
  "/episodes/*/plays",
  "/episodes/*/comments",
  "/blog/*",
  "/page/*",
  "/*",
]
const OFFICE = [
  "/admin/episodes?edit=*",
  "/admin/news?edit=*",
  "/admin/guests?edit=*",
  "/admin/episodes?copy=*",
  "/admin/pages?edit=*",
  "/admin/blog?edit=*",
  "/admin/episodes?action=delete&id=*",
  "/admin/episodes?action=*&id=1",
  "/admin/users?action=role&id=*",
  "/admin/comments?action=hide&ids=*",
  "/admin/messages?action=delete&id=*",
  "/episodes/1?action=delete-comment&id=*",
  "/admin/*",
]

let cookie = ""
beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin")
  await createEpisode()
})

describe.each([
  ["a visitor", PUBLIC, () => ""],
  ["an admin", ["/episodes/*", ...OFFICE], () => cookie],
])("%s", (_who, addresses, cookieOf) => {
  test.each(addresses)("finds nothing wrong at %s, whatever stands there", async (pattern) => {
    const headers = { cookie: cookieOf() }
    const wrong: unknown[] = []
    for (const id of IDS) {
      const path = pattern.replace("*", () => id)
      const dataPath = path.replace(/(?=\?|$)/, ".data")
      const responses = [
        [path, await send(path, { headers })],
        [dataPath, await sendForm(dataPath, { intent: "save", session: "session_1_a" }, headers)],
      ] as const
      for (const [at, response] of responses)
        if (isWrong(response)) wrong.push({ at, status: response.status })
    }
    expect(wrong).toEqual([])
  })
})

/** It failed (which is also logged, and fails the test), or leads away from the site. */
function isWrong({ status, headers }: Response) {
  const location = headers.get("location") ?? "/"
  return (
    status >= 500 ||
    !/^\/(?![/\\])[\w/?=&%#.-]*$/.test(location) ||
    headers.getSetCookie().join().includes("x=y")
  )
}
