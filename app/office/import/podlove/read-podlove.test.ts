import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { exportOf, inChunks, readBroken } from "#test/wordpress-fixtures.ts"
import { ImportError } from "../import-error.ts"
import { unpacked } from "../unpacked.server.ts"
import { isPodlove, readPodlove } from "./read-podlove.server.ts"

const read = (file: string | Uint8Array, size = 1_000) =>
  Array.fromAsync(readPodlove(unpacked(inChunks(file, size))))

const BEGIN = '<wpe:export xmlns:wpe="http://podlove.org/podlove-podcast-publisher/export">'

test("51.1 an episode of Podlove has its sound, chapters, guests and transcript, by the number of its text", async () => {
  const things = await read(exportOf("podlove"))
  expect(things).toEqual([
    {
      kind: "sound",
      id: "4",
      sound: {
        transcript: {
          vtt: "WEBVTT\n\n00:00:00.000 --> 00:00:02.500\n<v Awa>Bonsoir &amp; bienvenue.\n\n01:00:00.000 --> 01:00:01.000\nMerci.",
        },
      },
    },
    {
      kind: "sound",
      id: "5",
      sound: { transcript: { vtt: "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nAutre." } },
    },
    {
      kind: "sound",
      id: "4",
      sound: {
        address: "https://media.ondes.example/nuit/n%C2%B0%204-haut.mp3",
        type: "audio/mpeg",
        bytes: 60_000_000,
        seconds: 3_723,
        number: 4,
        episodeType: "trailer",
        isExplicit: true,
        subtitle: "Le soir & la suite",
        picture: "https://ondes.example/nuit-4.jpg",
        chapters: "0:00 Début\n12:34.5 La rencontre | https://ondes.example/sam",
        guests: ["Sam Diallo"],
      },
    },
    {
      kind: "sound",
      id: "5",
      sound: {
        seconds: null,
        number: null,
        episodeType: "full",
        isExplicit: false,
        subtitle: "",
        picture: null,
        chapters: "",
        guests: [],
      },
    },
  ])
})

test("an export is read compressed as the plugin gives it, whatever the pieces that it comes in", async () => {
  const things = await read(exportOf("podlove"))
  for (const size of [1, 65_536]) expect(await read(gzipSync(exportOf("podlove")), size)).toEqual(things)
})

test("51.1 an export is recognised by its first letters", () => {
  expect(isPodlove(exportOf("podlove").toString())).toBe(true)
  expect(isPodlove(exportOf("podcasts").toString())).toBe(false)
})

test.each([
  ["nothing", "", "n’est pas un export de Podlove"],
  ["WordPress' export", exportOf("site"), "n’est pas un export de Podlove"],
  ["half an export", exportOf("podlove").subarray(0, 3_000), "s’arrête au milieu"],
  ["half an archive", gzipSync(exportOf("podlove")).subarray(0, 500), "abîmé ou incomplet"],
  ["elements in elements", `${BEGIN}${"<b>".repeat(100)}`, "mal formé"],
  ["a comment that never ends", `${BEGIN}<!--${"b".repeat(2_000_000)}`, "mal formé"],
])("%s is refused in one sentence", async (_, file, sentence) => {
  const reading = read(file, 65_536)
  await expect(reading).rejects.toBeInstanceOf(ImportError)
  await expect(reading).rejects.toThrow(sentence)
})

test("WordPress' export is read compressed, too", async () => {
  const plain = await readBroken(exportOf("site"))
  expect(await readBroken(gzipSync(exportOf("site")))).toEqual(plain)
  expect(String((await readBroken(gzipSync(exportOf("site")).subarray(0, 900))).error)).toContain(
    "abîmé ou incomplet",
  )
})
