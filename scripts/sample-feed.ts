const DAY_MS = 86_400_000
const NEWEST = Date.UTC(2026, 0, 1)

/** A podcast feed with as many made-up episodes as wanted, a day apart, each with about 3 kB of HTML. */
export function sampleFeed(episodes: number) {
  const items = Array.from({ length: episodes }, (_, index) =>
    item(episodes - index, NEWEST - index * DAY_MS),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Flux d’essai</title>${items.join("")}</channel>
</rss>`
}

function item(number: number, publishedAt: number) {
  const paragraph =
    `Le ${number}e round commence par une question simple, et l’invité y répond longuement. `.repeat(8)
  const html =
    `<p>${paragraph}</p>`.repeat(4) +
    `<p><b>À suivre</b> sur <a href="https://example.org/${number}">le site</a>.</p>`
  return `<item>
<title>Conversation numéro ${number} avec Invité ${number}</title>
<guid isPermaLink="false">essai-${number}</guid>
<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
<enclosure url="https://example.org/${number}.mp3" length="1000000" type="audio/mpeg"/>
<itunes:duration>3600</itunes:duration>
<itunes:episode>${number}</itunes:episode>
<content:encoded><![CDATA[${html}]]></content:encoded>
</item>`
}
