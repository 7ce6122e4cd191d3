import { expect, test } from "vitest"
import { youtubeEmbed } from "./youtube.ts"

const EMBED = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", EMBED],
  ["https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s", EMBED],
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
