import { expect, test } from "vitest"
import { readOwnAddress } from "./own-address.ts"

const PAGES = [
  { kind: "episode", prefix: "/episodes/", hasSlugs: false },
  { kind: "news", prefix: "/news/galeries/", anchor: "/news#actualite-", hasSlugs: false },
  { kind: "post", prefix: "/blog/", hasSlugs: true },
  { kind: "page", prefix: "/page/", hasSlugs: true },
]

test.each([
  ["/episodes/12", "/episodes/12"],
  ["/episodes/12/", "/episodes/12"],
  ["https://cko.test/episodes/12?utm_source=x#t=3", "/episodes/12"],
  ["HTTPS://CKO.TEST/episodes/12", "/episodes/12"],
  ["/blog/dans-les-cordes", "/blog/dans-les-cordes"],
  ["/page/equipe", "/page/equipe"],
  ["/news/galeries/3", "/news#actualite-3"],
  ["/news?page=2#actualite-3", "/news#actualite-3"],
  ["https://cko.test:8443/episodes/12", undefined],
  ["https://autre.test/episodes/12", undefined],
  ["//autre.test/episodes/12", undefined],
  ["/\\autre.test/episodes/12", undefined],
  ["/episodes/0", undefined],
  ["/episodes/012", undefined],
  ["/episodes/9999999999", undefined],
  ["/episodes/12/transcript.txt", undefined],
  ["/episodes", undefined],
  ["/blog/Majuscules", undefined],
  ["/news", undefined],
  ["episodes/12", undefined],
  ["javascript:alert(1)", undefined],
  ["", undefined],
])("%j leads to %j of this site", (address, path) => {
  expect(readOwnAddress(address, { publicUrl: "https://cko.test", pages: PAGES })?.path).toBe(path)
})
