import { expect, test } from "vitest"
import { looksLikeAddress, withScheme } from "./feed-addresses.ts"

test.each([
  ["feeds.exemple.fr/rss", "https://feeds.exemple.fr/rss"],
  [" feeds.exemple.fr ", "https://feeds.exemple.fr"],
  ["émissions.exemple.fr:8443/rss?a=b", "https://émissions.exemple.fr:8443/rss?a=b"],
  ["//feeds.exemple.fr/rss", "https://feeds.exemple.fr/rss"],
  ["https://feeds.exemple.fr/rss", "https://feeds.exemple.fr/rss"],
  ["HTTP://feeds.exemple.fr/rss", "HTTP://feeds.exemple.fr/rss"],
  ["javascript:alert(1)", "javascript:alert(1)"],
  ["ftp://feeds.exemple.fr", "ftp://feeds.exemple.fr"],
  ["bonjour", "bonjour"],
  ["awa@exemple.fr", "awa@exemple.fr"],
  ["", ""],
])("%j means %j", (typed, address) => {
  expect(withScheme(typed)).toBe(address)
})

test.each([
  ["feeds.exemple.fr/rss.xml", true],
  ["exemple.fr", true],
  ["flux.xml", false],
  ["sauvegarde.RSS", false],
  ["dossier/flux.xml", false],
  ["/home/awa/flux.xml", false],
  ["./flux.fr/rss", false],
  ["flux", false],
])("%j may be an address rather than a file: %s", (typed, expected) => {
  expect(looksLikeAddress(typed)).toBe(expected)
})
