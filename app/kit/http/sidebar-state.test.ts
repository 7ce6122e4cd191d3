import { expect, test } from "vitest"
import { readSidebarState, sidebarCookie } from "./sidebar-state.ts"

test.each([
  [null, true],
  ["", true],
  ["sidebar:state=true", true],
  ["sidebar:state=false", false],
  ["a=1; sidebar:state=false; b=2", false],
  ["a=1;sidebar:state=false", false],
  ["sidebar:state=nonsense", true],
  ["other-sidebar:state=false", true],
  ["sidebar:state=false1", true],
])("readSidebarState reads %j as %j", (header, isExpanded) => {
  expect(readSidebarState(header)).toBe(isExpanded)
})

test.each([true, false])("readSidebarState reads back what was written: %j", (isExpanded) => {
  expect(readSidebarState(sidebarCookie(isExpanded).split(";", 1)[0] ?? "")).toBe(isExpanded)
})

test("15.1, 26.1 the cookie lasts 7 days, for the whole site", () => {
  expect(sidebarCookie(true)).toBe("sidebar:state=true; path=/; max-age=604800; SameSite=Lax")
})
