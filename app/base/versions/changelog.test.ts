import { expect, test } from "vitest"
import { compareVersions, isPreRelease, readChangelog } from "./changelog.ts"

const LONG_LINE = `## ${" ".repeat(200_000)}`

test("31.10 a changelog is read version by version, without what is not released, taken back or no version", () => {
  const text = [
    "# Journal des versions",
    "Avant tout.",
    "## [Non publié]",
    "### Ajouté",
    "- Rien encore",
    "## [1.10.0] - 2026-12-03",
    "",
    "### Ajouté",
    "- Un\r\n- Deux",
    "## v1.9.0 (2026-02-31)",
    "## [1.8.1] – 2026-01-02 [YANKED]",
    "Reprise.",
    "## [01.2.0] - 2026-01-01",
    "## 1.2",
    "## Annexe",
    "## [2.0.0-rc.1+b5]",
    "Essai.",
    LONG_LINE,
  ].join("\n")
  expect([...readChangelog(text)]).toEqual([
    { version: "1.10.0", date: "2026-12-03", notes: "### Ajouté\n- Un\n- Deux" },
    { version: "1.9.0", date: "", notes: "" },
    { version: "2.0.0-rc.1+b5", date: "", notes: "Essai." },
  ])
})

test.each(["", "\0", "<!doctype html><h2>[1.0.0]</h2>", "# 1.0.0", "##1.0.0", "{}", "## [9999999999.0.0]"])(
  "%j is no changelog",
  (text) => expect([...readChangelog(text)]).toEqual([]),
)

test("31.10 versions stand in the order of Semantic Versioning", () => {
  const inOrder = [
    "no version",
    ...["0.9.9", "1.0.0-1", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2"],
    ...["1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1", "1.9.0", "1.10.0", "2.0.0", "10.0.0"],
  ]
  expect(inOrder.toReversed().toSorted(compareVersions)).toEqual(inOrder)
  expect(compareVersions("1.0.0+a", "1.0.0+b")).toBe(0)
  expect(inOrder.filter(isPreRelease)).toEqual(inOrder.slice(2, 9))
})
