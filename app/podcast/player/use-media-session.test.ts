import { expect, test, vi } from "vitest"
import { artworkOf } from "./use-media-session.ts"

test.each([
  ["the chapter's picture", ["/chapitre.png", "/episode.png", "/cover.jpg"], "/chapitre.png"],
  ["the episode's where the chapter has none", [undefined, "/episode.png", "/cover.jpg"], "/episode.png"],
  ["the podcast's cover where the episode has none", [undefined, null, "/cover.jpg"], "/cover.jpg"],
  ["what can be read as an address", [null, "https://", "/cover.jpg"], "/cover.jpg"],
  ["nothing where nothing is known", [undefined, null, ""], undefined],
])("lock screens show %s", (_what, pictures, shown) => {
  vi.stubGlobal("location", { href: "https://cko.test/episodes/1" })
  expect(artworkOf(...pictures)).toEqual(shown ? [{ src: shown }] : [])
})
