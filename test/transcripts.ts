import { readTranscript } from "#app/podcast/transcripts/formats/read-transcript.ts"

/** The sentences of a file; none where it is refused. */
export function cuesOf(file: string) {
  const read = readTranscript(file)
  return "cues" in read ? read.cues : []
}
