import { expect, test } from "vitest"
import { youtubeEmbed } from "./youtube.ts"

const EMBED = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"

const LIST = "PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf"

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", EMBED],
  ["https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s", `${EMBED}&start=42`],
  ["https://youtu.be/dQw4w9WgXcQ/?t=1h2m3s", `${EMBED}&start=3723`],
  ["https://youtu.be/dQw4w9WgXcQ#t=1m", `${EMBED}&start=60`],
  ["https://youtu.be/dQw4w9WgXcQ?t=<b>", EMBED],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ?start=90", `${EMBED}&start=90`],
  ["https://music.youtube.com/watch?v=dQw4w9WgXcQ", EMBED],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", EMBED],
  ["https://www.youtube.com/v/dQw4w9WgXcQ", EMBED],
  [`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${LIST}&index=2`, `${EMBED}&list=${LIST}`],
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ&start_radio=1", EMBED],
  [
    `https://www.youtube.com/playlist?list=${LIST}`,
    `https://www.youtube-nocookie.com/embed/videoseries?autoplay=1&list=${LIST}`,
  ],
  [
    `https://www.youtube.com/embed/videoseries?list=${LIST}`,
    `https://www.youtube-nocookie.com/embed/videoseries?autoplay=1&list=${LIST}`,
  ],
  ["https://www.youtube.com/embed/videoseries", undefined],
  ["https://www.youtube.com/playlist?list=WL", undefined],
  ["https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ", undefined],
  ["https://evil@www.youtube.com/watch?v=dQw4w9WgXcQ", undefined],
  ["https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ", undefined],
  ["ftp://www.youtube.com/watch?v=dQw4w9WgXcQ", undefined],
  ["javascript://youtube.com/%0aalert(1)?v=dQw4w9WgXcQ", undefined],
  ["https://m.youtube.com/watch?v=dQw4w9WgXcQ", EMBED],
  ["http://youtu.be/dQw4w9WgXcQ?si=abc", EMBED],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ", EMBED],
  ["https://www.youtube.com/shorts/dQw4w9WgXcQ", EMBED],
  ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", EMBED],
  ["https://www.youtube.com/@cko", undefined],
  ["https://www.youtube.com/watch?v=", undefined],
  ["https://www.youtube.com/watch?v=..%2F..%2Fevil", undefined],
  ["https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ", undefined],
  ["https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ", undefined],
  ["https://vimeo.com/12345678", undefined],
  ["https://a.example/film.mp4", undefined],
  ["/starter/news-clip.mp4", undefined],
  ["", undefined],
])("%s plays as %s", (address, embed) => {
  expect(youtubeEmbed(address)).toBe(embed)
})
