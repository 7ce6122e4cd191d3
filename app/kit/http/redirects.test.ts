import { expect, test } from "vitest"
import { redirectTo, toOwnPath } from "./redirects.server.ts"

test.each([
  "/",
  "/auth",
  "/episodes/1#derniers",
  "/news?tab=galeries&category=%C3%A9",
  "/admin/comments?q=a+b&page=2",
])("a path of this site is %s", (path) => {
  expect(toOwnPath(path)).toBe(path)
  expect(redirectTo(path).headers.get("location")).toBe(path)
})

test.each([
  ...[
    "",
    "auth",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "javascript:alert(1)",
  ],
  ...[
    "/episodes/../\t//evil.example/about",
    "/../../evil.example",
    "/a/..//evil.example",
    "/./b",
    "/a/%2e%2e/b",
  ],
  ...[
    "/a\r\nSet-Cookie: x=y",
    "/a\0",
    "/\u2028",
    "/é",
    "/a b",
    "/\t/evil.example",
    "/ /evil.example",
    "/\u00a0",
  ],
])("a path of this site is not %j", (path) => expect(redirectTo(path).headers.get("location")).toBe("/"))
