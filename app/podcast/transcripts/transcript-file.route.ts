import { data } from "react-router"
import type { CachedPage } from "#app/content/cached-page.ts"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { isTimed } from "#app/kit/lib/cues.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import type { Route } from "./+types/transcript-file.route"
import { TRANSCRIPT_FORMATS } from "./formats/names.ts"
import { FORMATS } from "./formats/write-transcript.ts"
import { findPublicTranscript } from "./transcripts.server.ts"

export const handle = {
  cache: { parameters: [], shows: ["episodes", "episodes/:id"] },
} satisfies CachedPage

/** An episode's published transcript as a file, for apps and for who wants to keep it. */
export async function loader({ params, url }: Route.LoaderArgs) {
  const name = TRANSCRIPT_FORMATS.find((one) => url.pathname.endsWith(`.${one}`))
  const format = name && FORMATS[name]
  const found = format && (await findPublicTranscript(parseId(params.id ?? "") ?? 0))
  if (!format || !found || (format.needsTimes && !isTimed(found.cues)))
    throw data({ title: "Transcription non trouvée" }, { status: 404 })
  return new Response(format.write(found.cues, found.title), {
    headers: { "Content-Type": `${format.type}; charset=utf-8`, ...OPEN_TO_APPS },
  })
}
