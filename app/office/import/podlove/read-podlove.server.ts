import { cleanChapters, parseNormalPlayTime, writeChapters } from "#app/kit/lib/chapters.ts"
import { parseDuration } from "#app/kit/lib/durations.ts"
import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"
import { decodeXml } from "#app/podcast/feeds-in/feed-decoder.server.ts"
import { ImportError } from "../import-error.ts"
import type { Sound, SoundThing } from "../things.ts"
import { createPause } from "../turns.server.ts"
import { createRowReader, type Row } from "./rows.server.ts"
import { createTranscripts } from "./transcripts.ts"

type Fields = Row["fields"]

/** Whether a text is Podlove Publisher's own export, by its first some thousand letters. */
export const isPodlove = (head: string) => EXPORT.test(head.slice(0, HEAD_CHARACTERS))

/**
 * Reads Podlove Publisher's own export as it arrives: sounds, chapters, transcripts and guests of episodes
 * whose texts are in WordPress' export of the same site, each by the number of its text. Holds what is known of each episode but its
 * transcript until the end. Throws an ImportError.
 */
export async function* readPodlove(source: AsyncIterable<Uint8Array>): AsyncGenerator<SoundThing> {
  const reader = createRowReader()
  const tables = createTables()
  const transcripts = createTranscripts()
  const pause = createPause()
  let head = ""
  const told = (episode: string, vtt: string): SoundThing[] => {
    const text = tables.textOf(episode)
    return text === undefined ? [] : [{ kind: "sound", id: text, sound: { transcript: { vtt } } }]
  }
  for await (const text of decodeXml(source, undefined, REFUSALS)) {
    if (head.length < HEAD_CHARACTERS) {
      head += text
      if (head.length >= HEAD_CHARACTERS && !isPodlove(head)) throw new ImportError(NO_EXPORT)
    }
    for (const row of reader.write(text)) {
      if (row.table === "transcripts") {
        const whole = transcripts.add(row.fields)
        if (whole) yield* told(whole.episode, whole.vtt)
      } else tables.add(row)
    }
    await pause()
  }
  if (!isPodlove(head)) throw new ImportError(NO_EXPORT)
  const last = transcripts.end()
  if (last) yield* told(last.episode, last.vtt)
  for (const sound of tables.sounds()) {
    yield sound
    await pause()
  }
  if (!reader.isWhole()) throw new ImportError(CUT)
}

/** The plugin's tables, which refer to one another by numbers. */
function createTables() {
  const rows = new Map<string, Map<string, Fields>>()
  const files = new Map<string, Fields[]>()
  const people = new Map<string, Fields[]>()
  const options = { base: "", template: DEFAULT_TEMPLATE }
  let count = 0

  const row = (table: string, id: string) => rows.get(table)?.get(id)

  function add({ table, fields }: Row) {
    if (table === "options") return readOption(fields)
    if (!KEPT.has(table) || (count += 1) > MAX_ROWS) return
    const episode = fields.get("episode_id") ?? ""
    if (table === "mediafiles") push(files, episode, fields)
    else if (table === "contributor-episode-contributions") push(people, episode, fields)
    else {
      const kept = rows.get(table) ?? new Map<string, Fields>()
      rows.set(table, kept.set(fields.get("id") ?? "", fields))
    }
  }

  // Lengths of PHP's texts are wrong there: signs of HTML were written anew after they had been counted.
  function readOption(fields: Fields) {
    const value = fields.get("value") ?? ""
    const said = (name: string) => new RegExp(`"${name}";s:\\d{1,9}:"([^"]{1,1000})"`).exec(value)?.[1]
    options.base ||= said("media_file_base_uri") ?? ""
    options.template = said("url_template") ?? options.template
  }

  function* sounds(): Generator<SoundThing> {
    for (const [id, fields] of rows.get("episodes") ?? []) {
      const text = fields.get("post_id") ?? ""
      if (/^[1-9]\d{0,14}$/.test(text)) yield { kind: "sound", id: text, sound: soundOf(id, fields) }
    }
  }

  function soundOf(id: string, fields: Fields): SoundThing["sound"] {
    const type = fields.get("type")
    return {
      ...fileOf(id, fields.get("slug") ?? ""),
      seconds: parseDuration(fields.get("duration") ?? ""),
      number: Number(/^[1-9]\d{0,8}$/.exec(fields.get("number") ?? "")?.[0] ?? 0) || null,
      episodeType: type === "trailer" || type === "bonus" ? type : "full",
      isExplicit: fields.get("explicit") === "1",
      subtitle: plainText(fields.get("subtitle") ?? ""),
      picture: httpUrl(fields.get("cover_art")),
      chapters: chaptersOf(fields.get("chapters") ?? ""),
      guests: guestsOf(id),
    }
  }

  /** The first of an episode's files that is a sound, by the address that the plugin makes of its template. */
  function fileOf(id: string, slug: string): Pick<Sound, "address" | "type" | "bytes"> | undefined {
    const found = (files.get(id) ?? []).flatMap((file) => {
      const asset = row("assets", file.get("episode_asset_id") ?? "")
      const type = row("filetypes", asset?.get("file_type_id") ?? "")
      const mime = type?.get("mime_type") ?? ""
      const size = Number(file.get("size"))
      if (!asset || !type || !mime.startsWith("audio/") || !(size > 0)) return []
      const names: [string, string][] = [
        ["%media_file_base_url%", `${options.base.replace(/\/{1,100}$/, "")}/`],
        ["%episode_slug%", encodeURIComponent(slug.toWellFormed().trim()).replaceAll("%2F", "/")],
        ["%suffix%", asset.get("suffix") ?? ""],
        ["%format_extension%", type.get("extension") ?? ""],
      ]
      const address = httpUrl(
        names.reduce((made, [name, value]) => made.replaceAll(name, () => value), options.template),
      )
      // One byte stands for a size that nobody knows.
      const bytes = size > 1 ? size : null
      return address ? [{ address, type: mime, bytes, position: Number(asset.get("position")) }] : []
    })
    const [first] = found.sort((a, b) => a.position - b.position)
    return first && { address: first.address, type: first.type, bytes: first.bytes }
  }

  /** Those whose role or group says so: the others make the podcast. */
  function guestsOf(id: string) {
    const guests = (people.get(id) ?? []).flatMap((contribution) => {
      const [role, group] = ["role", "group"].map((name) =>
        row(`contributor-${name}s`, contribution.get(`${name}_id`) ?? ""),
      )
      const words = [role, group].flatMap((one) => [one?.get("slug"), one?.get("title")]).join(" ")
      const person = row("contributors", contribution.get("contributor_id") ?? "")
      const name = ["publicname", "realname", "nickname"]
        .map((key) => plainText(person?.get(key) ?? ""))
        .find(Boolean)
      return name && GUEST.test(words) ? [name] : []
    })
    return [...new Set(guests)]
  }

  return { add, sounds, textOf: (episode: string) => row("episodes", episode)?.get("post_id") }
}

function push(map: Map<string, Fields[]>, key: string, fields: Fields) {
  const list = map.get(key)
  if (list) list.push(fields)
  else map.set(key, [fields])
}

/** « 00:12:34.500 La rencontre <https://…> », a line each. */
function chaptersOf(text: string) {
  const lines = text.slice(0, MAX_CHAPTERS_CHARACTERS).split("\n")
  const found = lines.flatMap((line) => {
    const [, clock = "", title = "", linkUrl] = CHAPTER.exec(line.slice(0, 1_000).trim()) ?? []
    const start = parseNormalPlayTime(clock)
    return start === undefined ? [] : [{ start, title: plainText(title), linkUrl }]
  })
  return writeChapters(cleanChapters(found))
}

const EXPORT = /podlove\.org\/(?:podlove-podcast-publisher\/export|dtd\/wordpress-publisher-export)/i
const CHAPTER = /^(\d{1,2}:\d\d(?::\d\d)?(?:\.\d{1,3})?)\s([^<]*)(?:<(https?:[^<>\s]+)>)?$/
const GUEST = /guest|gast\b|g[äa]ste|invit/i
const KEPT = new Set(
  "episodes assets filetypes mediafiles contributors contributor-roles contributor-groups contributor-episode-contributions".split(
    " ",
  ),
)
const DEFAULT_TEMPLATE = "%media_file_base_url%%episode_slug%%suffix%.%format_extension%"
const HEAD_CHARACTERS = 16_000
const MAX_ROWS = 200_000
const MAX_CHAPTERS_CHARACTERS = 100_000

const NO_EXPORT =
  "Ce fichier n’est pas un export de Podlove Publisher\u00a0: dans WordPress, ouvrez «\u00a0Podlove\u00a0», «\u00a0Outils\u00a0», exportez, et importez le fichier que vous recevez."
const CUT =
  "Cet export de Podlove Publisher s’arrête au milieu\u00a0: refaites-le dans WordPress, puis importez-le à nouveau."
const REFUSALS = {
  maxBytes: 1_000_000_000,
  tooLarge: () =>
    new ImportError(
      "Cet export de Podlove Publisher est démesuré\u00a0: il a plus de 1\u00a0Go une fois décompressé.",
    ),
  foreign: () => undefined,
  unknownEncoding: () => new ImportError(NO_EXPORT),
}
