import { writeClock } from "#app/kit/lib/chapters.ts"
import { type Cue, toParagraphs } from "#app/kit/lib/cues.ts"
import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"

/** A transcript as an episode's page shows it: paragraphs, each with a link to its time, whose sentences can be jumped to. */
export function writeTranscriptHtml(cues: readonly Cue[]) {
  let last = ""
  const parts = toParagraphs(cues).map(({ start, speaker, cues: said }) => {
    const seconds = start === null ? null : Math.floor(start / 1_000)
    const when = seconds === null ? "" : `<a href="?t=${seconds}">${writeClock(seconds * 1_000)}</a> `
    // Named once while the same person goes on; for who cannot see that, each time would be worse still.
    const who = speaker && speaker !== last ? `<cite>${escapeHtml(frenchSpaces(speaker))}\u00a0:</cite> ` : ""
    last = speaker
    return `<p>${when}${who}${said.map(toSentence).join(" ")}</p>`
  })
  return parts.join("\n")
}

function toSentence({ start, text }: Cue) {
  const words = escapeHtml(frenchSpaces(text))
  // To the tenth of a second, which is early enough: milliseconds would be a twentieth of the page.
  return start === null ? words : `<span data-t="${Math.floor(start / 100) / 10}">${words}</span>`
}
