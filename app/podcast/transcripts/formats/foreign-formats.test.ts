import { describe, expect, test } from "vitest"
import { cuesOf } from "#test/transcripts.ts"
import { readTranscript } from "./read-transcript.ts"
import { UNROLLED } from "./rolling-captions.ts"

const said = (file: string) =>
  cuesOf(file).map(({ start, end, speaker, text }) => [start, end, speaker, text])
const texts = (file: string) => cuesOf(file).map(({ text }) => text)
const notes = (file: string) => {
  const read = readTranscript(file)
  return "notes" in read ? read.notes : [read.problem]
}
const json = (value: unknown) => said(JSON.stringify(value))

const YOUTUBE = `WEBVTT
Kind: captions
Language: fr

00:00:00.000 --> 00:00:02.000 align:start position:0%
 
salut<00:00:00.400><c> à</c><00:00:00.800><c> toutes</c>

00:00:02.000 --> 00:00:02.010 align:start position:0%
salut à toutes
 

00:00:02.010 --> 00:00:04.000 align:start position:0%
salut à toutes
voici<00:00:02.400><c> notre</c><00:00:02.800><c> émission</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
voici notre émission
 

00:00:04.010 --> 00:00:05.000 align:start position:0%
voici notre émission
non

00:00:05.000 --> 00:00:05.010 align:start position:0%
non
 

00:00:05.010 --> 00:00:06.000 align:start position:0%
non
non
`
const srt = (...cues: [from: string, to: string, ...lines: string[]][]) =>
  cues
    .map(([from, to, ...lines], at) => `${at + 1}\n00:00:${from} --> 00:00:${to}\n${lines.join("\n")}\n`)
    .join("\n")

describe("38.6 rolling captions", () => {
  test("have each line once, from its first word on, and say so", () => {
    expect(said(YOUTUBE)).toEqual([
      [0, 2_000, undefined, "salut à toutes"],
      [2_010, 4_000, undefined, "voici notre émission"],
      [4_010, 5_000, undefined, "non"],
      [5_010, 6_000, undefined, "non"],
    ])
    expect(notes(YOUTUBE)).toEqual([UNROLLED])
  })

  test.each([
    [
      "with cues that only flash",
      srt(
        ["00,000", "02,000", "salut à toutes"],
        ["02,000", "02,010", "salut à toutes"],
        ["02,010", "04,000", "salut à toutes", "voici notre émission"],
        ["04,000", "04,010", "voici notre émission"],
      ),
    ],
    [
      "without",
      srt(
        ["00,000", "02,000", "salut à toutes"],
        ["02,000", "04,000", "salut à toutes", "voici notre émission"],
        ["04,000", "06,000", "voici notre émission", "de la semaine"],
      ),
    ],
  ])("converted to SRT %s", (_, file) => {
    expect(texts(file).slice(0, 2)).toEqual(["salut à toutes", "voici notre émission"])
    expect(cuesOf(file)[1]?.end).toBeGreaterThanOrEqual(4_000)
    expect(notes(file)).toEqual([UNROLLED])
  })

  test("of one line each lose what flashes alone", () => {
    const file = srt(
      ["00,000", "02,000", "non"],
      ["02,000", "02,010", "non"],
      ["02,010", "04,000", "non"],
      ["04,000", "04,010", "non"],
    )
    expect(said(file).map(([start, , , text]) => [start, text])).toEqual([
      [0, "non"],
      [2_010, "non"],
    ])
  })

  test("are none where somebody says something twice", () => {
    const song = srt(
      ["00,000", "02,000", "Non, non"],
      ["02,000", "04,000", "Non, non"],
      ["04,000", "06,000", "La la la", "c’est le refrain"],
      ["06,000", "08,000", "La la la", "c’est le refrain"],
      ["08,000", "10,000", "c’est le refrain", "et la fin"],
      ["10,000", "12,000", "Un couplet", "de plus"],
      ["12,000", "14,000", "Un autre", "encore"],
    )
    expect(texts(song)).toHaveLength(7)
    expect(notes(song)).toEqual([])
  })
})

describe("38.6 empty lines inside a cue", () => {
  test("keep its text in SRT, whose cues begin with a number and times", () => {
    const file =
      "1\n00:00:01,000 --> 00:00:03,000\nun\n\nsuite de un\n\n42\n\n\n2\n00:00:03,000 --> 00:00:05,000\ndeux\n\n00:00:05,000 --> 00:00:06,000\n7\n"
    expect(texts(file)).toEqual(["un suite de un 42", "deux", "7"])
    expect(texts(file.replaceAll("\n", "\r\n"))).toEqual(texts(file))
    expect(notes(file)).toEqual([])
  })

  test("also where every line has one behind it", () => {
    const file = "1\n\n00:00:01,000 --> 00:00:03,000\n\nun\n\n2\n\n00:00:03,000 --> 00:00:05,000\n\ndeux\n"
    expect(texts(file)).toEqual(["un", "deux"])
  })

  test("and what stands before the first cue is named", () => {
    expect(notes(`Mon titre\n\n${srt(["01,000", "03,000", "un"])}`)).toEqual([
      "Une ligne sans heure n’est pas reprise\u00a0: «\u00a0Mon titre\u00a0».",
    ])
    expect(notes("WEBVTT\nKind: captions\n00:01.000 --> 00:03.000\nun\n")).toEqual([])
  })

  test("end it in WebVTT, and what follows is named", () => {
    const file =
      "WEBVTT\n\nNOTE rien\nici\n\nintro\n00:01.000 --> 00:03.000\nun\n\nsuite de un\nencore\n\n2\n00:03.000 --> 00:05.000\ndeux\n"
    expect(texts(file)).toEqual(["un", "deux"])
    expect(notes(file)).toEqual([
      "2\u00a0lignes sans heure ne sont pas reprises, à partir de «\u00a0suite de un\u00a0».",
    ])
  })
})

const TALK = [
  [1_000, 3_000, "Awa", "Bonsoir, vous."],
  [3_000, 5_480, "Marc", "Salut"],
]
const ASS = `[Script Info]
Title: x

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Comment: 0,0:00:00.00,0:00:03.00,Default,,0,0,0,,à revoir
Dialogue: 0,0:00:03.00,0:00:05.48,Default,Marc,0,0,0,,{\\i1}Salut{\\i0}
Dialogue: 0,0:00:01.00,0:00:03.00,Default,Awa,0,0,0,,{\\an8}Bonsoir,\\Nvous.
Dialogue: 1,0:00:01.00,0:00:03.00,Default,Awa,0,0,0,,Bonsoir, vous.
Dialogue: 0,0:00:01.00,0:00:03.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}
`
const tt = (body: string, head = "", attributes = "") =>
  `<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" ${attributes} xml:lang="fr"><head>${head}</head><body>${body}</body></tt>`
const AGENTS =
  '<metadata><ttm:agent xml:id="a"><ttm:name>Awa</ttm:name></ttm:agent><ttm:agent xml:id="m"><ttm:name>Marc</ttm:name></ttm:agent></metadata><styling><style xml:id="s"/></styling>'

describe("38.6 captions of players", () => {
  test.each([
    ["ASS", ASS],
    ["SSA without its columns", ASS.replace(/Format: Layer.*\n/, "")],
    [
      "TTML",
      tt(
        '<div><p begin="00:00:01.000" end="00:00:03.000" ttm:agent="a">Bonsoir,<br/>vous.</p><p begin="3s" dur="2480ms" ttm:agent="m"><span tts:color="red">Salut</span></p></div>',
        AGENTS,
      ),
    ],
    [
      "TTML in frames and ticks, with a prefix, and times that count from what is around them",
      tt(
        '<div begin="1s"><p begin="00:00:00:00" end="00:00:02:00" ttm:agent="a">Bonsoir, vous.</p><p begin="50f" end="4480000t" ttm:agent="m">Salut</p></div>',
        AGENTS,
        'ttp:frameRate="25" ttp:tickRate="1000000"',
      ).replace(/<(\/?)(tt|head|body|div|p|span)(?=[\s>])/g, "<$1tt:$2"),
    ],
    [
      "TTML whose words alone have times",
      tt(
        '<div><p ttm:agent="a"><span begin="1s" end="2s">Bonsoir,</span> <span begin="2s" end="3s">vous.</span></p><p ttm:agent="m"><span begin="3s" end="5.48s">Salut</span></p></div>',
        AGENTS,
      ),
    ],
    [
      "TTML of Apple",
      tt(
        '<div><p begin="1.000" end="3.000" ttm:agent="Awa"><span begin="1.000" end="3.000" podcasts:unit="sentence"><span begin="1.000" end="2.000" podcasts:unit="word">Bonsoir,</span><span begin="2.000" end="3.000" podcasts:unit="word">vous.</span></span></p><p begin="3.000" end="5.480" ttm:agent="Marc"><span begin="3.000" end="5.480" podcasts:unit="sentence"><span podcasts:unit="word">Salut</span></span></p></div>',
      ),
    ],
    [
      "a table with frames",
      'Speaker Name,Start Time,End Time,Text\nAwa,00:00:01:00,00:00:03:00,"Bonsoir, vous."\nMarc,00:00:03:00,00:00:05:12,Salut\n',
    ],
    [
      "a French table, from Excel",
      'sep=;\r\nDébut;Fin;Intervenante;Texte\r\n0:00:01;0:00:03;Awa;Bonsoir, vous.\r\n0:00:03;0:00:05,48;Marc;"Salut"\r\n',
    ],
    [
      "a table of seconds",
      "start\tduration\tspeaker\ttext\n1\t2\tAwa\tBonsoir, vous.\n3\t2.48\tMarc\tSalut\n",
    ],
    [
      "a table of milliseconds",
      "start\tend\tspeaker\ttext\n1000\t3000\tAwa\tBonsoir, vous.\n3000\t5480\tMarc\tSalut\n",
    ],
    [
      "a table whose titles are not first",
      "Entretien du 3 mai\n\nTimecode in;Timecode out;Locuteur;Transcription\n1;3;Awa;Bonsoir, vous.\n3;5.48;Marc;Salut\n",
    ],
    ["a table without titles", "0:00:01;0:00:03;Awa;Bonsoir, vous.\n0:00:03;0:00:05,48;Marc;Salut\n"],
    ["labels of Audacity", "1.000000\t3.000000\tAwa : Bonsoir, vous.\n3.000000\t5.480000\tMarc : Salut\n"],
    ["SBV", "0:00:01.000,0:00:03.000\nAwa : Bonsoir,\nvous.\n\n0:00:03.000,0:00:05.480\nMarc : Salut\n"],
    [
      "SubViewer",
      "[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFFFFF,[STYLE]bd\n00:00:01.00,00:00:03.00\nAwa : Bonsoir,[br]vous.\n\n00:00:03.00,00:00:05.48\nMarc : Salut\n",
    ],
    [
      "SAMI, the French part",
      "<SAMI><HEAD><TITLE>x</TITLE><STYLE><!-- P {} --></STYLE></HEAD><BODY>\n<SYNC Start=1000><P Class=ENCC>Good evening<P Class=FRCC>Awa : Bonsoir,<br>vous.\n<SYNC Start=3000><P Class=FRCC>Marc : Salut\n<SYNC Start=5480><P Class=FRCC>&nbsp;\n</BODY></SAMI>",
    ],
    [
      "LRC",
      "[ar:x]\n[ti:y]\n[00:01.00]Awa : <00:01.00>Bonsoir, <00:02.00>vous.\n[00:03.00]Marc : Salut\n[00:05.48]\n",
    ],
    ["MicroDVD", "{1}{1}25.000\n{25}{75}{y:i}Awa : Bonsoir,|vous.\n{75}{137}Marc : Salut\n"],
    [
      "SRT without fractions",
      "1\n00:00:01 --> 00:00:03\nAwa : Bonsoir, vous.\n\n2\n00:00:03 --> 00:00:05,480\nMarc : Salut\n",
    ],
    [
      "SRT of old Macs",
      srt(["01,000", "03,000", "Awa : Bonsoir, vous."], ["03,000", "05,480", "Marc : Salut"]).replaceAll(
        "\n",
        "\r",
      ),
    ],
  ])("%s", (_, file) => {
    const names = new Set(cuesOf(file).map(({ speaker }) => speaker))
    // A name before a colon counts from twice on.
    const expected = names.has(undefined)
      ? TALK.map(([start, end, name, text]) => [start, end, undefined, `${name} : ${text}`])
      : TALK
    expect(said(file)).toEqual(expected)
  })

  test("a table that says only when somebody begins", () =>
    expect(
      said("0:00:01;Awa;Bonsoir, vous.\n0:00:03;Marc;Salut\n").map(([start, , ...rest]) => [start, ...rest]),
    ).toEqual(TALK.map(([start, , ...rest]) => [start, ...rest])))

  test("say by what rate frames are counted", () => {
    const table = "Start,End,Text\n00:00:01:00,00:00:03:00,Bonsoir\n00:00:03:00,00:00:05:29,Salut\n"
    expect(notes(table)).toEqual(["Les heures données en images sont comptées à 30\u00a0images par seconde."])
    expect(notes(table.replace("Start,", "Start (60 fps),"))[0]).toContain("60\u00a0images")
    expect(notes("{25}{75}Bonsoir\n")[0]).toContain("25\u00a0images")
  })
})

describe("38.6 JSON of services", () => {
  const word = (text: string, start: number, end: number, rest = {}) => ({ word: text, start, end, ...rest })

  test.each<[string, unknown, unknown[]]>([
    [
      "AssemblyAI",
      { utterances: [{ speaker: "A", start: 250, end: 2_600, text: "Bonsoir à tous." }], words: [] },
      [[250, 2_600, "Intervenant A", "Bonsoir à tous."]],
    ],
    [
      "AssemblyAI without speakers",
      {
        text: "Bonsoir. Salut.",
        words: [
          { text: "Bonsoir.", start: 250, end: 900, confidence: 1 },
          { text: "Salut.", start: 950, end: 1_500, confidence: 1 },
        ],
      },
      [
        [250, 900, undefined, "Bonsoir."],
        [950, 1_500, undefined, "Salut."],
      ],
    ],
    [
      "Deepgram, word by word",
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  transcript: "bonsoir à tous salut",
                  words: [
                    word("bonsoir", 0.1, 0.5, { punctuated_word: "Bonsoir", speaker: 0 }),
                    word("à", 0.5, 0.6, { punctuated_word: "à", speaker: 0 }),
                    word("tous", 0.6, 1, { punctuated_word: "tous.", speaker: 0 }),
                    word("salut", 1, 1.5, { punctuated_word: "Salut", speaker: 1 }),
                  ],
                },
              ],
            },
          ],
        },
      },
      [
        [100, 1_000, "Intervenant 0", "Bonsoir à tous."],
        [1_000, 1_500, "Intervenant 1", "Salut"],
      ],
    ],
    [
      "Deepgram, by paragraphs",
      {
        results: {
          channels: [
            {
              alternatives: [
                {
                  paragraphs: {
                    paragraphs: [
                      { speaker: 1, start: 0, sentences: [{ text: "Bonsoir.", start: 0.1, end: 1 }] },
                    ],
                  },
                  words: [word("bonsoir", 0.1, 1)],
                },
              ],
            },
          ],
        },
      },
      [[100, 1_000, "Intervenant 1", "Bonsoir."]],
    ],
    [
      "Deepgram, by utterances",
      {
        results: { channels: [{}], utterances: [{ start: 0.1, end: 1, transcript: "Bonsoir.", speaker: 2 }] },
      },
      [[100, 1_000, "Intervenant 2", "Bonsoir."]],
    ],
    [
      "Google",
      {
        results: [
          {
            alternatives: [
              { transcript: "bonsoir", words: [{ word: "bonsoir", startTime: "0.100s", endTime: "1s" }] },
            ],
          },
          {
            alternatives: [
              { transcript: " salut", words: [{ word: "salut", startOffset: "1.200s", endOffset: "2s" }] },
            ],
          },
        ],
      },
      [
        [100, 1_000, undefined, "bonsoir"],
        [1_200, 2_000, undefined, "salut"],
      ],
    ],
    [
      "Google, with speakers in the last result",
      {
        results: [
          {
            alternatives: [
              { transcript: "bonsoir salut", words: [{ word: "bonsoir", startTime: "0s", endTime: "1s" }] },
            ],
          },
          {
            alternatives: [
              {
                words: [
                  {
                    word: "bonsoir",
                    startTime: { seconds: "0", nanos: 0 },
                    endTime: { seconds: "1" },
                    speakerTag: 1,
                  },
                  { word: "salut", startTime: "1.200s", endTime: "2s", speakerTag: 2 },
                ],
              },
            ],
          },
        ],
      },
      [
        [0, 1_000, "Intervenant 1", "bonsoir"],
        [1_200, 2_000, "Intervenant 2", "salut"],
      ],
    ],
    [
      "Amazon",
      {
        results: {
          transcripts: [{ transcript: "Bonsoir, vous. Salut." }],
          speaker_labels: {
            segments: [
              {
                speaker_label: "spk_0",
                items: [{ start_time: "0.1", speaker_label: "spk_0" }, { start_time: "0.6" }],
              },
              { speaker_label: "spk_1", items: [{ start_time: "1.2", speaker_label: "spk_1" }] },
            ],
          },
          items: [
            {
              type: "pronunciation",
              start_time: "0.1",
              end_time: "0.5",
              alternatives: [{ content: "Bonsoir" }],
            },
            { type: "punctuation", alternatives: [{ content: "," }] },
            {
              type: "pronunciation",
              start_time: "0.6",
              end_time: "1.0",
              alternatives: [{ content: "vous" }],
            },
            { type: "punctuation", alternatives: [{ content: "." }] },
            {
              type: "pronunciation",
              start_time: "1.2",
              end_time: "1.5",
              alternatives: [{ content: "Salut" }],
            },
          ],
        },
      },
      [
        [100, 1_000, "Intervenant 0", "Bonsoir, vous."],
        [1_200, 1_500, "Intervenant 1", "Salut"],
      ],
    ],
    [
      "Azure",
      {
        combinedRecognizedPhrases: [{ display: "Bonsoir." }],
        recognizedPhrases: [
          {
            offset: "PT1.2S",
            duration: "PT0.8S",
            speaker: 1,
            nBest: [{ display: "Bonsoir.", lexical: "bonsoir" }],
          },
          {
            offsetInTicks: 20_000_000,
            durationInTicks: 5_000_000,
            speaker: 2,
            nBest: [{ display: "Salut." }],
          },
        ],
      },
      [
        [1_200, 2_000, "Intervenant 1", "Bonsoir."],
        [2_000, 2_500, "Intervenant 2", "Salut."],
      ],
    ],
    [
      "Azure, fast",
      { phrases: [{ offsetMilliseconds: 1_200, durationMilliseconds: 800, text: "Bonsoir.", speaker: 1 }] },
      [[1_200, 2_000, "Intervenant 1", "Bonsoir."]],
    ],
    [
      "Rev",
      {
        speakers: [{ id: 0, name: "Awa" }],
        monologues: [
          {
            speaker: 0,
            elements: [
              { type: "text", value: "Bonsoir", ts: 0.1, end_ts: 0.5 },
              { type: "punct", value: ", " },
              { type: "text", value: "vous", ts: 0.6, end_ts: 1 },
              { type: "punct", value: "." },
            ],
          },
        ],
      },
      [[100, 1_000, "Awa", "Bonsoir, vous."]],
    ],
    [
      "YouTube",
      {
        wireMagic: "pb3",
        events: [
          { tStartMs: 0, dDurationMs: 9_000, id: 1 },
          { tStartMs: 100, dDurationMs: 900, segs: [{ utf8: "bonsoir" }, { utf8: " vous", tOffsetMs: 300 }] },
          { tStartMs: 900, aAppend: 1, segs: [{ utf8: "\n" }] },
        ],
      },
      [[100, 1_000, undefined, "bonsoir vous"]],
    ],
    [
      "Hugging Face",
      { text: "…", chunks: [{ timestamp: [0.1, 1], text: " Bonsoir." }] },
      [[100, 1_000, undefined, "Bonsoir."]],
    ],
    [
      "a list",
      [{ start: "00:00:01.5", end: "00:00:02", speaker: { name: "Awa" }, text: "Bonsoir." }],
      [[1_500, 2_000, "Awa", "Bonsoir."]],
    ],
  ])("%s", (_, file, expected) => expect(json(file)).toEqual(expected))

  test("a segment for each word", () => {
    const segments = Array.from({ length: 30 }, (_, at) => ({
      startTime: at,
      endTime: at + 1,
      body: at % 10 === 9 ? "fin." : "mot",
    }))
    expect(json({ version: "1.0.0", segments }).map(([start]) => start)).toEqual([0, 10_000, 20_000])
  })

  test("voices that a service numbers are said plainly, names that hosts gave stay", () => {
    expect(json({ segments: [{ start: 0, end: 1, text: "a", speaker: "SPEAKER_00" }] })[0]?.[2]).toBe(
      "Intervenant 0",
    )
    expect(json({ segments: [{ startTime: 0, endTime: 1, body: "a", speaker: "K" }] })[0]?.[2]).toBe("K")
  })

  test("an object a line", () =>
    expect(
      said('{"start": 1, "end": 2, "text": "Bonsoir."}\n{"start": 2, "end": 3, "text": "Salut."}\n'),
    ).toEqual([
      [1_000, 2_000, undefined, "Bonsoir."],
      [2_000, 3_000, undefined, "Salut."],
    ]))

  test("words become a cue for each sentence, cut by a pause and before it grows long", () => {
    const words = Array.from({ length: 60 }, (_, at) =>
      word(at === 10 ? "fin." : "encore", at + (at > 40 ? 2 : 0), at + 1 + (at > 40 ? 2 : 0)),
    )
    const found = json({ words })
    expect(found.map(([start]) => start)).toEqual([0, 11_000, 28_000, 43_000, 60_000])
    for (const [, , , text] of found) expect(String(text).length).toBeLessThanOrEqual(127)
  })

  test("what one says at a stretch for long is told apart by its words", () => {
    const words = Array.from({ length: 60 }, (_, at) => ({
      text: at % 6 === 5 ? "fin." : "encore",
      start: at * 250,
      end: at * 250 + 200,
    }))
    const found = json({
      utterances: [
        { speaker: "A", start: 0, end: 15_000, text: words.map(({ text }) => text).join(" "), words },
      ],
    })
    expect(found).toHaveLength(10)
    expect(found[1]).toEqual([1_500, 2_950, "Intervenant A", "encore encore encore encore encore fin."])
  })
})

describe("38.6 what is no transcript is refused, with what is taken", () => {
  test.each([
    ["JSON of something else", '{"name": "cko", "version": 1}'],
    ["JSON that is cut", '{"utterances": [{"speaker": "A", "te'],
    ["JSON of nothing", "[]"],
    ["a feed", '<?xml version="1.0"?><rss><channel><title>Bonsoir</title></channel></rss>'],
    ["other XML", "<document><line>Bonsoir</line></document>"],
    ["RTF", "{\\rtf1\\ansi Bonsoir}"],
    ["a document", "PK\u0003\u0004\u0014\u0000word/document.xml"],
    ["PDF", "%PDF-1.7\n%âãÏÓ\n"],
    ["bytes", "\u0000\u0001\u0002\u0003".repeat(50)],
    ["a table without titles that say what", "a;b;c\n1;2;3\n4;5;6\n"],
    ["a table of quotations", '"a","b"\n"1","2"\n'],
    ["a table with a quotation mark that is never closed", `Start,Text\n0:01,"${"a,b\n".repeat(50_000)}`],
    ["XML that ends nowhere", `<document id="1">${"<a/>".repeat(10)}</`],
    ["XML nested too deep", tt("<div>".repeat(50_000))],
  ])("%s", (_, file) =>
    expect(readTranscript(file)).toEqual({ problem: expect.stringContaining("Sont lus\u00a0: WebVTT, SRT") }),
  )

  test.each([
    "[Musique] Bonsoir.",
    "[12:30] Bonsoir.",
    "[12:30:15] Bonsoir.",
    "{rires} Bonsoir.",
    "{Musique, puis voix} Bonsoir.",
    "1, 2, 3, partez.",
    "<3 Bonsoir.",
    "Bonsoir, vous\nça va, toi",
    "Texte : Bonsoir ; et puis ; voilà.\nEncore.",
    "Dans cette phrase, le nom est dit.",
    "<v Awa>Bonsoir.",
    "<i>Bonsoir.</i>\nEt merci.",
    "10:00 -> 10:30 Bonsoir.",
    '"Bonsoir", dit-elle.\n"Salut", dit-il.',
  ])("but not %j", (file) => {
    expect(texts(file).join(" ")).toMatch(/Bonsoir|partez|phrase/)
    expect(texts(file).join(" ")).not.toMatch(/<[a-z]/)
  })

  test("also a text whose times stand on lines of their own", () =>
    expect(said("0:01\nBonsoir à tous\n0:03\nici l’émission")).toEqual([
      [1_000, 3_000, undefined, "Bonsoir à tous"],
      [3_000, expect.any(Number), undefined, "ici l’émission"],
    ]))
})

test("38.6 what is more than a transcript may have is said", () => {
  expect(notes("é".repeat(6_000))).toEqual(["1\u00a0phrase est coupée à 5\u202f000\u00a0lettres."])
  expect(notes("Bonsoir.\n".repeat(20_002))[0]).toMatch(/^2\u00a0phrases à la fin ne sont pas reprises/)
  expect(readTranscript("a".repeat(5_000_001))).toEqual({
    problem: expect.stringContaining("5\u00a0millions"),
  })
})
