import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { shippedPackages, THIRD_PARTY, thirdPartyDocument } from "../scripts/third-party.ts"

/** Licences under which something may be passed on together with CKO. */
const ALLOWED =
  /^(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|CC-BY-[\d.]+|ISC|LGPL-(2\.1|3\.0)(-only|-or-later)?|MIT|MIT-0|MPL-2\.0|OFL-1\.1|PostgreSQL|PSF-2\.0|Python-2\.0|Unlicense|Zlib)$/

/** What is installed differs by machine; a release is for Linux. */
const isMachineOfRelease = process.platform === "linux" && process.arch === "x64"

const isAllowed = (licence: string) => {
  const [either = ""] = licence.match(/^\(?([^()]*)\)?$/)?.slice(1) ?? []
  return either.split(" OR ").some((all) => all.split(" AND ").every((one) => ALLOWED.test(one)))
}

test.each([
  ["MIT", true],
  ["(MIT OR EUPL-1.1+)", true],
  ["MIT AND Zlib", true],
  ["MIT AND GPL-3.0-only", false],
  ["AGPL-3.0-only", false],
  ["SEE LICENSE IN LICENSE.md", false],
  ["", false],
])("a package under %j may be shipped: %s", (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

test.runIf(isMachineOfRelease)("every package of a release is under a licence that allows it", () => {
  const refused = shippedPackages().filter(({ licence }) => !isAllowed(licence))
  expect(refused.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test.runIf(isMachineOfRelease)(
  "THIRD_PARTY.md says what a release contains",
  async () => {
    expect(readFileSync(THIRD_PARTY, "utf8"), "write it anew: npm run third-party").toBe(
      await thirdPartyDocument(),
    )
  },
  30_000,
)
