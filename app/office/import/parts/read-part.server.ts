import { decodeText } from "#app/kit/lib/decode-text.ts"
import { MAX_TRANSCRIPT } from "#app/podcast/transcripts/formats/names.ts"
import type { OpenedFile } from "../open-files.server.ts"
import type { LossThing, PartThing } from "../things.ts"
import { partOf } from "./is-part.ts"

/** Reads an episode's transcript or chapters as they are: what its name means is known once episodes are. */
export async function* readPart(file: OpenedFile): AsyncGenerator<PartThing | LossThing> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of file.source) {
    bytes += piece.length
    // Read to its end all the same: the next one waits behind it.
    if (bytes <= MAX_BYTES) pieces.push(piece)
  }
  if (bytes > MAX_BYTES)
    yield { kind: "loss", id: `part:${file.name}`, what: "fichier trop long", title: file.name }
  else
    yield {
      kind: "part",
      id: file.name,
      part: partOf(file.head) ?? "transcript",
      text: decodeText(Buffer.concat(pieces)),
    }
}

/** A letter has four bytes at the most. */
const MAX_BYTES = MAX_TRANSCRIPT
