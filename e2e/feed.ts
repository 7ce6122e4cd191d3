import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { AUDIO_HOST } from "./sites.ts"

const DAY_MS = 86_400_000

/** A podcast feed with one item a day, « Conversation numéro 1 » being the oldest; each can be heard and seen. */
export function makeFeed(items: number) {
  const numbers = Array.from({ length: items }, (_, index) => index + 1)
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>CKO</title>
${numbers.map(makeItem).join("\n")}
</channel></rss>`
}

function makeItem(number: number) {
  const date = new Date(Date.UTC(2025, 0, 1) + number * DAY_MS)
  return `<item><guid>nuit-${number}</guid><title>Conversation numéro ${number}</title>
<pubDate>${date.toUTCString()}</pubDate><itunes:episode>${number}</itunes:episode>
<link>https://www.youtube.com/watch?v=nuit-${number}-cko</link>
<enclosure url="${AUDIO_HOST}/nuit-${number}.wav" type="audio/wav" length="1440044"/>
<itunes:duration>180</itunes:duration>
<description>Une nuit, deux micros.</description></item>`
}

/** Where feeds of real podcasts may lie, which are not ours to keep. */
const REAL_FEEDS = join(import.meta.dirname, "../../shared/feeds")

/** The files of real feeds or, where there are none, one that is as long as they are. @param folder where that is written */
export async function realFeeds(folder: string) {
  const names = await readdir(REAL_FEEDS).catch(() => [])
  const found = names.filter((name) => name.endsWith(".xml")).map((name) => join(REAL_FEEDS, name))
  if (found.length > 0) return found
  const file = join(folder, "long.xml")
  await writeFile(file, makeFeed(150).replaceAll("Une nuit, deux micros.", longNotes()))
  return [file]
}

/** What hosts paste into their notes: lists, bold words, links, times, a footer, and much of it. */
function longNotes() {
  const part = `<p>Une nuit, <b>deux micros</b> &amp; « trois » <a href="https://exemple.test/a?b=1&amp;c=2">liens</a>.</p>
    <ul><li>0:00 Début</li><li>12:30 *Suite* [1]</li></ul><p>Ceci ## n’est pas un titre</p><hr/>`
  return `<![CDATA[${part.repeat(30)}]]>`
}
