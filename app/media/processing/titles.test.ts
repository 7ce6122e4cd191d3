import { expect, test } from "vitest"
import { cleanTitle } from "./titles.ts"

test.each([
  ["Épisode 12.MP3", "Épisode 12.mp3"],
  ["photo.png.html", "photo.png.jpg"],
  ["../../../etc/passwd", "passwd.jpg"],
  ["C:\\Users\\awa\\photo.jpeg", "photo.jpg"],
  ["..", "fichier.jpg"],
  ["", "fichier.jpg"],
  [".htaccess", "htaccess.jpg"],
  ["Saison 2.5", "Saison 2.5.jpg"],
  ["640.avif", "fichier-640.jpg"],
  ["gpj.\u202egro.exe", "gpj.gro.jpg"],
  ["a\0b\r\nc\u200b.jpg", "abc.jpg"],
  ["\ud800x.jpg", "\ufffdx.jpg"],
  ['une  photo\u00a0: "la" <vraie>.jpg', "une photo la vraie.jpg"],
])("28.3 %j is kept as %j", (claimed, expected) => {
  const type = expected.endsWith("mp3") ? "audio/mpeg" : "image/jpeg"
  expect(cleanTitle(claimed, type)).toBe(expected)
})

test("a name of 300 letters and one without end are cut between two characters", () => {
  expect([...cleanTitle("é".repeat(300), "audio/flac")]).toHaveLength(155)
  expect(cleanTitle("💿".repeat(200_000), "audio/flac").isWellFormed()).toBe(true)
})
