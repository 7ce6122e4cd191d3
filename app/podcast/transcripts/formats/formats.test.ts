import { describe, expect, test } from "vitest"
import { type Cue, cleanCues, MAX_CUES, textOfCues, toParagraphs } from "#app/kit/lib/cues.ts"
import { decodeText } from "#app/kit/lib/decode-text.ts"
import { cuesOf } from "#test/transcripts.ts"
import { FORMATS, formatsOf, writeEditable, writeText } from "./write-transcript.ts"

const TALK: Cue[] = [
  { start: 0, end: 2_000, speaker: "Awa", text: "Bonsoir à tous." },
  { start: 2_000, end: 4_500, speaker: "Sam", text: "Salut & « bienvenue » <3" },
  { start: 4_500, end: 6_000, speaker: "Awa", text: "On y va ?" },
  { start: 6_000, end: 7_000, speaker: "Sam", text: "Oui." },
]

const VTT = `\ufeffWEBVTT - Épisode\r
Kind: captions\r
\r
STYLE\r
::cue { color: red }\r
\r
NOTE rien ici\r
\r
intro\r
00:00.000 --> 00:02.000 align:start\r
<v.first Awa>Bonsoir <i>à</i>\r
tous.\r
\r
00:00:02.000 --> 00:00:04.500\r
<v Sam>Salut &amp; « bienvenue » &lt;3</v>\r
\r
00:00:04.500 --> 00:00:06.000\r
<v Awa>On y <00:00:05.000>va ?\r
\r
00:00:06.000 --> 00:00:07.000\r
<v Sam>Oui.
`
const SRT = `1
00:00:00,000 --> 00:00:02,000
AWA : Bonsoir à
{\\an8}tous.
2
00:00:02,000 --> 00:00:04,500
SAM: Salut & « bienvenue » <3

3
00:00:04,500 --> 00:00:06,000
AWA: <b>On y va ?</b>

00:00:06,000 --> 00:00:07,000
SAM: Oui.`
const JSON_TEXT = JSON.stringify({
  version: "1.0.0",
  segments: TALK.map(({ start, end, speaker, text }) => ({
    ...{ speaker, body: text, startTime: (start ?? 0) / 1_000, endTime: (end ?? 0) / 1_000 },
  })),
})
const WHISPER = JSON.stringify({
  transcription: TALK.map(({ start, end, text }) => ({
    offsets: { from: start, to: end },
    text: ` ${text}`,
  })),
})
const OPENAI = JSON.stringify({
  text: "…",
  segments: TALK.map(({ start, end, text }) => ({
    start: (start ?? 0) / 1_000,
    end: (end ?? 0) / 1_000,
    text,
  })),
})
const HTML = `<!DOCTYPE html><html><head><title>Non</title><style>p{}</style></head><body>
<cite>Awa:</cite> <time>0:00</time> <p>Bonsoir à <b>tous.</b></p>
<cite>Sam&nbsp;:</cite><time>0:02</time><p>Salut &amp; « bienvenue » &lt;3</p><script>alert("non")</script>
<cite>Awa:</cite><time>00:00:04.500</time><p>On y va ?</p>
<cite>Sam</cite><time>0:06</time><p>Oui.</p></body></html>`

const said = (cues: Cue[]) => cues.map(({ start, speaker, text }) => [start, speaker?.toLowerCase(), text])

describe("a transcript is read", () => {
  test.each([
    ["WebVTT", VTT],
    ["SRT", SRT],
    ["JSON of Podcasting 2.0", JSON_TEXT],
    ["HTML of Podcasting 2.0", HTML],
    [
      "text with times",
      "[0:00] Awa : Bonsoir à tous.\n\n[0:02] Sam : Salut & « bienvenue » <3\n(0:04.5) Awa: On y va ?\n0:06 Sam: Oui.",
    ],
  ])("38.1 from %s", (_, file) => expect(said(cuesOf(file))).toEqual(said(TALK)))

  test.each([
    ["whisper.cpp", WHISPER],
    ["whisper", OPENAI],
  ])("from the JSON of %s", (_, file) =>
    expect(said(cuesOf(file))).toEqual(TALK.map(({ start, text }) => [start, undefined, text])),
  )

  test("from HTML, whatever tags it begins and doesn’t end, in the time of one look at it", () => {
    const before = performance.now()
    const cues = cuesOf(`<p><cite>Awa</cite> <time>0:00</time></p><p>${"<1".repeat(490_000)}</p>`)
    expect(performance.now() - before).toBeLessThan(1_000)
    expect(textOfCues(cleanCues(cues)).slice(-6)).toBe("<1<1<1")
  })

  test("from plain text, without times", () => {
    const file = "Awa : Bonsoir.\n\nSam : Salut.\n\nAttention : ça tourne.\n\nAwa : Oui.\nSam : Non."
    expect(cuesOf(file)).toEqual([
      { start: null, end: null, speaker: "Awa", text: "Bonsoir." },
      { start: null, end: null, speaker: "Sam", text: "Salut." },
      { start: null, end: null, text: "Attention : ça tourne." },
      { start: null, end: null, speaker: "Awa", text: "Oui." },
      { start: null, end: null, speaker: "Sam", text: "Non." },
    ])
    expect(said(cuesOf("Awa  12:30\nBonsoir.\nÇa va ?\n\nSam (1:02:03)\nSalut."))).toEqual([
      [750_000, "awa", "Bonsoir."],
      [750_000, "awa", "Ça va ?"],
      [3_723_000, "sam", "Salut."],
    ])
  })

  test.each([
    ["UTF-8 with its mark", Buffer.from("\ufeffété")],
    ["UTF-8", Buffer.from("été")],
    ["UTF-16", Buffer.from("\ufeffété", "utf16le")],
    ["UTF-16 without its mark", Buffer.from("été, été", "utf16le")],
    ["UTF-16, the other way around", Buffer.from("\ufeffété", "utf16le").swap16()],
    ["Latin-1", Buffer.from("été", "latin1")],
  ])("in %s", (_, bytes) => expect(decodeText(bytes)).toMatch(/^\ufeff?été/))

  test.each([
    "",
    " \n",
    "WEBVTT",
    "WEBVTT\n\n00:00.000 --> 00:01.000\n",
    "{}",
    "[]",
    '{"segments":[null,1]}',
    "<p> </p>",
  ])("%j has nothing to read", (file) => expect(cuesOf(file)).toEqual([]))
})

describe("a transcript is written", () => {
  test.each(formatsOf(TALK))("as %s, which is read alike", (format) => {
    const file = FORMATS[format].write(TALK)
    const exact = (cues: Cue[]) => cues.map(({ speaker, text }) => [speaker, text])
    expect(exact(cuesOf(file))).toEqual(exact(TALK))
    const read = FORMATS[format].needsTimes ? cuesOf(file) : TALK
    expect(read).toEqual(TALK)
  })

  test("without times for what has none", () => {
    const plain: Cue[] = TALK.map((cue) => ({ ...cue, start: null, end: null }))
    expect(formatsOf(plain)).toEqual(["html", "txt"])
    expect(writeText(plain).split("\n")[0]).toBe("Awa : Bonsoir à tous.")
    expect(cuesOf(writeEditable(plain))).toEqual(plain)
    const [, one] = plain
    expect(one && cuesOf(writeEditable([one]))).toEqual([one])
  })

  test("without a way out of its file", () => {
    const nasty: Cue[] = [
      {
        start: 0,
        end: 1_000,
        speaker: "<b>A&B>",
        text: "a --> b <v Sam>c &amp; 00:00:01.000 --> 00:00:02.000",
      },
    ]
    const [read] = cuesOf(FORMATS.vtt.write(nasty))
    expect(read?.text).toBe(nasty[0]?.text)
    expect(FORMATS.html.write(nasty, "</title><script>")).not.toMatch(/<script|<v |<b>/)
    expect(cuesOf(FORMATS.srt.write(nasty))).toHaveLength(1)
  })
})

describe("cues", () => {
  test("are in order, on one line each, and end where the next begins", () => {
    expect(
      cleanCues([
        { start: 5_000, end: 9_000, text: "deux\n\u202elignes\0" },
        { start: 1_000, end: 8_000, text: " un " },
        { start: 9_000, end: 3, text: "x" },
        { start: 2, text: "   " },
      ]),
    ).toEqual([
      { start: 1_000, end: 5_000, text: "un" },
      { start: 5_000, end: 9_000, text: "deux lignes" },
      { start: 9_000, end: 11_060, text: "x" },
    ])
  })

  test("38.1 are bounded in number and length", () => {
    const many = cleanCues(Array.from({ length: 60_000 }, (_, start) => ({ start, text: "mot" })))
    expect(many).toHaveLength(MAX_CUES)
    expect(cleanCues([{ start: 0, text: "é".repeat(100_000) }])[0]?.text).toHaveLength(5_000)
    expect(
      textOfCues(cleanCues(Array.from({ length: 5_000 }, () => ({ start: null, text: "a".repeat(5_000) }))))
        .length,
    ).toBeLessThan(2_100_000)
  })

  test("stand together as one person says them at a stretch", () => {
    const shapes = toParagraphs([
      ...TALK,
      { start: 7_000, end: 8_000, speaker: "Sam", text: "Encore." },
      { start: 20_000, end: 21_000, speaker: "Awa", text: "Plus tard." },
    ]).map(({ speaker, cues }) => [speaker, cues.length])
    expect(shapes).toEqual([
      ["Awa", 1],
      ["Sam", 1],
      ["Awa", 1],
      ["Sam", 2],
      ["Awa", 1],
    ])
  })
})
