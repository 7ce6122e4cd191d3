import type { Asking } from "#app/kit/form/asking.ts"
import { pronounOf, type Question } from "#app/kit/http/questions.ts"
import type { mediumIntents } from "./medium-form.schema.ts"
import type { MediumUse } from "./uses.server.ts"

type Fields = Asking<typeof mediumIntents>
type Medium = { id: number; title: string }

/** What is asked before media that nothing uses are deleted. */
export function deletionOf(media: Medium[]): Question {
  const [first, ...more] = media
  const isOne = first !== undefined && more.length === 0
  return {
    question: isOne
      ? "Êtes-vous sûr de vouloir supprimer ce média\u202f?"
      : `Supprimer ces ${media.length} médias\u202f?`,
    detail: isOne
      ? `«\u00a0${first.title}\u00a0» sera supprimé avec tous ses formats.`
      : "Ils seront supprimés avec tous leurs formats.",
    toBin: pronounOf({}, media.length),
    fields: { intent: "delete", ids: media.map(({ id }) => id).join(",") } satisfies Fields,
  }
}

const MAX_NAMED = 5

/** What is asked before one is deleted that contents name. */
export function deletionOfUsed({ id, title }: Medium, uses: MediumUse[]): Question {
  const named = uses.slice(0, MAX_NAMED).map((use) => `${use.what.toLowerCase()} «\u00a0${use.title}\u00a0»`)
  const others = uses.length - named.length
  const list = [
    ...named,
    ...(others > 0 ? [`${others} ${others > 1 ? "autres contenus" : "autre contenu"}`] : []),
  ]
  return {
    question: "Supprimer ce média, qui est utilisé\u202f?",
    detail: `«\u00a0${title}\u00a0» est utilisé ici\u00a0: ${list.join(", ")}. ${
      uses.length > 1 ? "Ils ne le montreront" : "Ce contenu ne le montrera"
    } plus.`,
    toBin: "Il",
    fields: { intent: "delete-used", id: String(id) } satisfies Fields,
  }
}
