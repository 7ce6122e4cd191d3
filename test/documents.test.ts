import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

/** Where the documents that name files of the app begin to look; folders of the root are named from there. */
const DOCUMENTS = ["docs/coverage.md", "docs/security.md"]

const ALL_DOCUMENTS = globSync(["*.md", "docs/**/*.md"])
const CODE = globSync([
  "{app,drizzle,e2e,engines,faults,scripts,server,test}/**/*.{ts,tsx,js,css,sh,sql}",
  "{*.ts,.ci/*}",
])

const read = (path: string) => readFileSync(path, "utf8")

test.each(DOCUMENTS)("every file that %s names is there", (document) => {
  const named = read(document).matchAll(/`([a-z][\w.-]*\/[\w./*-]*|[\w.*-]+\.tsx?)`/g)
  const isThere = (path: string) => [path, `app/${path}`].some((one) => globSync(one).length > 0)
  const missing = [...named].flatMap(([, path = ""]) => (isThere(path) ? [] : [path]))
  expect(missing).toEqual([])
})

test("decisions are named by their documents, and each of these is there and listed", () => {
  const broken = [...CODE, ...ALL_DOCUMENTS].flatMap((file) =>
    [...read(file).matchAll(/\bdecisions\/([\w-]+)|\bdecision \d+/g)].flatMap(([named, document = ""]) =>
      existsSync(`docs/decisions/${document}.md`) ? [] : [`${file}: ${named}`],
    ),
  )
  expect(broken).toEqual([])

  const list = read("docs/decisions/README.md")
  const documents = globSync("*.md", { cwd: "docs/decisions", exclude: ["README.md"] })
  expect(documents.filter((document) => !list.includes(`](${document})`))).toEqual([])
})

test("every link of a document leads to a file, and to a headline of it", () => {
  const broken = ALL_DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([link, path = "", anchor]) => {
        const target = path ? join(dirname(document), path) : document
        const isThere = existsSync(target) && (anchor === undefined || anchorsOf(target).includes(anchor))
        return isThere ? [] : [`${document}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

/** As GitHub and most others make them: small letters, no signs, a dash for each space. */
function anchorsOf(document: string) {
  const headlines = read(document).matchAll(/^#+ (.+)$/gm)
  return [...headlines].map(([, headline = ""]) =>
    headline
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  )
}
