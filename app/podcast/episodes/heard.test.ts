import { expect, test } from "vitest"
import { describeHost, describeSound, nameIn } from "./heard.ts"

test.each([
  [{ durationSeconds: 2_887, bytes: 44_100_000, loudness: -16 }, "48:07 · 44,1 Mo · −16 LUFS, comme il faut"],
  [{ durationSeconds: 30, bytes: 1_000, loudness: -27.2 }, "0:30 · 1 ko · trop faible : −27 LUFS"],
  [{ durationSeconds: 10_800, bytes: null, loudness: -8.9 }, "3:00:00 · trop fort : −9 LUFS"],
  [{ durationSeconds: 30, bytes: null, loudness: null, isSilent: true }, "0:30 · rien ne s’y entend"],
  [{ durationSeconds: null, bytes: null, loudness: null }, ""],
])("3.9 a sound is said in a line, its loudness with a word: %j", (heard, line) =>
  expect(describeSound({ isSilent: false, ...heard }).replace(/\u00a0/g, " ")).toBe(line),
)

test.each([
  ["https://son.example/a/round%2010.mp3?x=/y#z", "round 10.mp3"],
  ["https://son.example/%E0%A4%A.mp3", "%E0%A4%A.mp3"],
  ["/starter/episode-10.mp3", "episode-10.mp3"],
  [null, ""],
])("of %s a sound is called %s", (address, name) => expect(nameIn(address)).toBe(name))

test.each([
  ["https://son.example:8443/a.mp3", "chez son.example:8443, volume non mesuré"],
  ["https://élan.example/a.mp3", "chez xn--lan-9la.example, volume non mesuré"],
  ["/media/1/a.mp3", ""],
  ["https://[", ""],
  ["", ""],
])("3.9 the sound at %j is said to be: %j", (address, said) => expect(describeHost(address)).toBe(said))
