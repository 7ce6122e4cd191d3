import { expect, test } from "vitest"
import { COLOR_SCHEMES, colorSchemeCookie, readColorScheme } from "./color-scheme.ts"

test.each([
  [null, "auto"],
  ["", "auto"],
  ["scheme:state=dark", "dark"],
  ["scheme:state=light", "light"],
  ["a=1; scheme:state=dark; b=2", "dark"],
  ["sidebar:state=false;scheme:state=light", "light"],
  ["scheme:state=", "auto"],
  ["scheme:state=darkest", "auto"],
  ["scheme:state=DARK", "auto"],
  ["other-scheme:state=dark", "auto"],
  ['scheme:state="><script>', "auto"],
])("readColorScheme reads %j as %s", (header, scheme) => {
  expect(readColorScheme(header)).toBe(scheme)
})

test.each(COLOR_SCHEMES)("readColorScheme reads back what was written: %s", (scheme) => {
  expect(readColorScheme(colorSchemeCookie(scheme).split(";", 1)[0] ?? "")).toBe(scheme)
})

test("32.3, 26.1 the cookie lasts a year, for the whole site, and going back to the device's colours removes it", () => {
  expect(colorSchemeCookie("dark")).toBe("scheme:state=dark; path=/; max-age=31536000; SameSite=Lax")
  expect(colorSchemeCookie("auto")).toContain("max-age=0")
})
