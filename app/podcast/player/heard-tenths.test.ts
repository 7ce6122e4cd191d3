import { afterEach, expect, test, vi } from "vitest"
import { heardTenths, type Listening, noteMove, noteSound, tellHeard } from "./heard-tenths.ts"
import { IN_PREVIEW, type Track } from "./track.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

type Span = [from: number, to: number]
const TENTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

test.each<[what: string, played: Span[], duration: number, heard: number[]]>([
  ["nothing of what was not played", [], 100, []],
  ["where it began and ended", [[0, 25]], 100, [1, 2, 3]],
  ["all of it", [[0, 100]], 100, TENTHS],
  ["all of it, whose end is not where it was said to be", [[0, 100.4]], 99.7, TENTHS],
  [
    "not what was passed over",
    [
      [0, 5],
      [85, 88],
    ],
    100,
    [1, 9],
  ],
  [
    "not where one only looked for a place",
    [
      [0, 5],
      [41, 41.3],
      [85, 100],
    ],
    100,
    [1, 9, 10],
  ],
  [
    "what was heard of one in pieces",
    [
      [1, 1.5],
      [3, 3.6],
    ],
    100,
    [1],
  ],
  ["not the tenth at whose beginning one stopped", [[0, 10.02]], 100, [1]],
  ["of what is short", [[0, 2.2]], 5, [1, 2, 3, 4]],
  ["nothing of what is endless", [[0, 600]], Infinity, []],
  ["nothing of what nobody knows the length of", [[0, 600]], NaN, []],
  ["nothing of what has no length", [[0, 600]], 0, []],
])("48.6 of an episode is heard %s", (_what, played, duration, heard) => {
  expect(heardTenths(played, duration)).toEqual(heard)
})

const TRACK: Track = {
  episodeId: 7,
  title: "Un titre",
  guest: "",
  audioUrl: "/son.mp3",
  imageUrl: null,
  durationSeconds: null,
}

/** A listening of parts, after each of which the server is told. @returns what it hears */
function listen(track: Track, duration: number, ...parts: Span[]) {
  const told: string[] = []
  vi.stubGlobal("navigator", {
    sendBeacon: (path: string, fields: URLSearchParams) => told.push(`${path} ${fields.toString()}`),
  })
  const listening: Listening = { spans: [] }
  for (const [from, to] of parts) {
    noteMove(listening, { currentTime: from, seeking: true })
    // What was asked for while it still seeks.
    noteSound(listening, { currentTime: 99, seeking: true })
    noteSound(listening, { currentTime: to, seeking: false })
    tellHeard(listening, { duration }, track)
    tellHeard(listening, { duration }, track)
  }
  return told
}

test("48.6 a listening is told once, whether it ended before its page was left or not", () => {
  expect(listen(TRACK, 100, [0, 100])).toEqual([`/episodes/7/plays tenths=${TENTHS.join("%2C")}`])
})

test("48.6 who comes back to a page and listens on tells only what is new, and no second play", () => {
  expect(listen(TRACK, 100, [0, 0], [0, 15], [5, 15], [15, 25], [70, 75], [0, 29])).toEqual([
    "/episodes/7/plays tenths=1%2C2",
    "/episodes/7/plays tenths=3&again=1",
    "/episodes/7/plays tenths=8&again=1",
  ])
})

test("48.6 what is heard begins where the sound is first met, and goes on by playing", () => {
  const listening: Listening = { spans: [] }
  const playTo = (currentTime: number) => noteSound(listening, { currentTime, seeking: false })
  for (const seconds of [85, 85.4, 87]) playTo(seconds)
  noteMove(listening, { currentTime: 20, seeking: true })
  // Behind another page the browser says so less often.
  for (const seconds of [20, 60]) playTo(seconds)
  expect(listening.spans).toEqual([
    [85, 87],
    [20, 60],
  ])
})

test("48.6 of an unknown length it is a play without tenths; the feed’s length will do", () => {
  expect(listen(TRACK, Infinity, [0, 15], [15, 25])).toEqual(["/episodes/7/plays tenths="])
  expect(listen({ ...TRACK, durationSeconds: 100 }, NaN, [0, 15])).toEqual(["/episodes/7/plays tenths=1%2C2"])
})

test("48.6 a preview is no play", () => {
  expect(listen({ ...TRACK, episodeId: IN_PREVIEW }, 100, [0, 15])).toEqual([])
})

test("48.6 a browser that is told to send nothing plays on", () => {
  vi.stubGlobal("navigator", {})
  expect(() => tellHeard({ spans: [[0, 15]] }, { duration: 100 }, TRACK)).not.toThrow()
})
