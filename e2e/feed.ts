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
