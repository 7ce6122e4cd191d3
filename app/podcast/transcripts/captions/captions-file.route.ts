import { data } from "react-router"
import { OPEN_TO_APPS } from "#app/kit/http/open-to-apps.ts"
import { writeVtt } from "../formats/write-transcript.ts"
import type { Route } from "./+types/captions-file.route"
import { findCaptions } from "./captions.server.ts"

const KEY = /^[\w-]{22}$/

/** The captions of a video, for its player. */
export async function loader({ params: { key, language } }: Route.LoaderArgs) {
  const cues = KEY.test(key) && /^[a-z]{2}$/.test(language) ? await findCaptions(key, language) : undefined
  if (!cues) throw data({ title: "Sous-titres non trouvés" }, { status: 404 })
  return new Response(writeVtt(cues), {
    headers: { "Content-Type": "text/vtt; charset=utf-8", ...OPEN_TO_APPS },
  })
}
