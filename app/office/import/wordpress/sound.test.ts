import { expect, test } from "vitest"
import { exportOf, item, readThings, wxr } from "#test/wordpress-fixtures.ts"

const episodes = (await readThings(exportOf("podcasts"))).texts

test("an episode of Seriously Simple Podcasting is read", () => {
  expect(episodes[0]).toMatchObject({
    type: "post",
    content: "Avec Sam.",
    categories: ["series:nuits"],
    losses: [],
  })
  expect(episodes[0]?.sound).toEqual({
    guid: "https://ondes.example/?post_type=podcast&p=1",
    address: "https://ondes.example/sons/nuit-1.mp3",
    type: null,
    bytes: 40_480_000,
    seconds: 2_530,
    season: 2,
    number: 5,
    episodeType: "bonus",
    isExplicit: true,
    subtitle: "",
    picture: "77",
    chapters: "",
    transcript: null,
    guests: ["Sam Diallo"],
  })
})

test("an episode of PowerPress is read, and its other channels are told", () => {
  expect(episodes[1]).toMatchObject({
    content: "Sans images.",
    losses: [{ what: "son d’un autre flux de PowerPress", where: "dans le flux «\u00a0video\u00a0»" }],
  })
  expect(episodes[1]?.sound).toEqual({
    guid: "https://ondes.example/?p=2",
    address: "https://media.blubrry.com/ondes/ondes.example/nuit-2.mp3",
    type: "audio/mpeg",
    bytes: 51_234_567,
    seconds: 3_200,
    season: 3,
    number: 12,
    episodeType: "full",
    isExplicit: true,
    subtitle: "Une soirée à l’écart",
    picture: "https://ondes.example/nuit-2.jpg",
    chapters: "",
    transcript: { address: "https://ondes.example/nuit-2.vtt" },
    guests: [],
  })
})

test("a sound of another channel is the text's if it has no other", () => {
  expect(episodes[2]).toMatchObject({ sound: { address: "https://ondes.example/nuit-3.mp4" }, losses: [] })
})

test("an episode of Podlove is known by its own GUID, though its sound is elsewhere", () => {
  const guid = "podlove-2026-07-04t07:00:00+00:00-0123456789abcde"
  expect(episodes[3]).toMatchObject({ content: "Le récit.", sound: { guid, address: "" }, losses: [] })
})

test("a type of content of one's own with a sound is an episode", () => {
  expect(episodes[4]).toMatchObject({
    type: "post",
    sound: { address: "https://ondes.example/sons/nuit-5.mp3" },
  })
})

test.each([
  [{}, "https://rimes.example/?p=12"],
  [{ ssp_guid: "c" }, "c"],
  [{ ssp_guid: "c", ssp_original_guid: "b" }, "b"],
  [{ ssp_guid: "c", ssp_original_guid: "b", ssp_episode_guid: "a" }, "a"],
  [{ _podlove_guid: "d" }, "d"],
])("of the GUIDs %o the feed has %s", async (metas, guid) => {
  const { texts } = await readThings(wxr(item({ type: "podcast", metas })))
  expect(texts).toMatchObject([{ sound: { guid } }])
})

test.each([
  ["a picture", "https://a.example/a.jpg\n1\nimage/jpeg"],
  ["a document", "https://a.example/a.pdf\n1\napplication/pdf"],
  ["no address", "rien\n1\naudio/mpeg"],
  ["nothing", ""],
])("a text that encloses %s is no episode", async (_, enclosure) => {
  expect((await readThings(wxr(item({ metas: { enclosure } })))).texts).toMatchObject([{ sound: null }])
})

test.each([
  ["an object", 'O:8:"stdClass":1:{s:8:"duration";s:5:"10:00";}'],
  ["broken data", 'a:1:{s:8:"duration";s:9:"10:00";}'],
])("what PowerPress adds is left out where it is %s", async (_, extra) => {
  const enclosure = `https://a.example/a.mp3\r\n12\r\naudio/mpeg\r\n${extra}`
  expect((await readThings(wxr(item({ metas: { enclosure } })))).texts).toMatchObject([
    { sound: { address: "https://a.example/a.mp3", bytes: 12, type: "audio/mpeg", seconds: null } },
  ])
})

test("what Seriously Simple Podcasting has as an excerpt is the subtitle, where it is short and an episode's", async () => {
  const withExcerpt = (type: string, excerpt: string) =>
    item({
      ...{ type, metas: { audio_file: "https://a.example/1.mp3" } },
      more: `<excerpt:encoded><![CDATA[${excerpt}]]></excerpt:encoded>`,
    })
  const subtitleOf = async (type: string, excerpt: string) =>
    (await readThings(wxr(withExcerpt(type, excerpt)))).texts[0]?.sound?.subtitle
  expect(await subtitleOf("podcast", "Au <b>bord</b>")).toBe("Au bord")
  expect(await subtitleOf("podcast", "x".repeat(301))).toBe("")
  expect(await subtitleOf("post", "Au bord")).toBe("")
})
