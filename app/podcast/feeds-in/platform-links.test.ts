import { expect, test } from "vitest"
import { findPlatformLinks } from "./platform-links.ts"

test.each([
  ["voir https://www.youtube.com/watch?v=abcdefghijk.", "https://www.youtube.com/watch?v=abcdefghijk"],
  [
    "<a href='https://m.youtube.com/watch?a=1&amp;v=abcdefghijk&amp;t=3'>",
    "https://m.youtube.com/watch?a=1&v=abcdefghijk&t=3",
  ],
  ["(https://youtu.be/abcdefghijk?si=x)", "https://youtu.be/abcdefghijk?si=x"],
  ["https://youtube.com/live/abcdefghijk", "https://youtube.com/live/abcdefghijk"],
  ["https://www.youtube.com/shorts/abcdefghijk", "https://www.youtube.com/shorts/abcdefghijk"],
  [
    "<iframe src='https://www.youtube-nocookie.com/embed/abcdefghijk'>",
    "https://www.youtube.com/watch?v=abcdefghijk",
  ],
  ["https://www.youtube.com/@rimes https://youtu.be/abcdefghijk", "https://youtu.be/abcdefghijk"],
  ["https://www.youtube.com/@rimes", null],
  ["https://www.youtube.com/channel/UCabcdefghijk", null],
  ["https://www.youtube.com/playlist?list=PL12345678", null],
  ["https://music.youtube.com/watch?v=abcdefghijk", null],
  ["https://notyoutube.com/watch?v=abcdefghijk", null],
  ["https://youtu.be.example/abcdefghijk", null],
])("the video in %s", (text, youtubeUrl) => {
  expect(findPlatformLinks(["", text])).toEqual({ youtubeUrl, spotifyUrl: null })
})

test.each([
  ["https://open.spotify.com/episode/4abc?si=1", "https://open.spotify.com/episode/4abc?si=1"],
  ["https://open.spotify.com/intl-fr/episode/4abc", "https://open.spotify.com/intl-fr/episode/4abc"],
  ["https://open.spotify.com/embed/episode/4abc?x", "https://open.spotify.com/episode/4abc"],
  [
    "https://open.spotify.com/show/9xyz https://open.spotify.com/episode/4abc",
    "https://open.spotify.com/episode/4abc",
  ],
  ["https://open.spotify.com/show/9xyz", null],
  ["https://open.spotify.com/playlist/9xyz", null],
])("the episode in %s", (text, spotifyUrl) => {
  expect(findPlatformLinks([text])).toEqual({ youtubeUrl: null, spotifyUrl })
})
