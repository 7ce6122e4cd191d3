import { type Check, ON_SERVER } from "./check.ts"

type Program = {
  /** As it was set, without its arguments, which may hold keys. */
  name: string
  isThere: boolean
}
type Queue = { waiting: number; working: number; failed: number }

/** @param program missing where the site was started without one */
export function checkTranscription(program: Program | undefined, { waiting, working, failed }: Queue): Check {
  const check = { id: "transcription", title: "Transcription automatique" }
  if (!program)
    return {
      ...check,
      state: "unset",
      summary: "Aucun programme n’est réglé\u00a0: les transcriptions se font à la main.",
      onServer: "Donnez un programme à TRANSCRIBE_COMMAND.",
      facts: [],
    }
  const facts = [
    { label: "Programme", value: program.name },
    { label: "En attente", value: String(waiting) },
    { label: "En cours", value: String(working) },
    { label: "En échec", value: String(failed) },
  ]
  if (!program.isThere)
    return {
      ...check,
      facts,
      state: "fix",
      summary: "Le programme qui transcrit est introuvable, ou ne peut pas être lancé.",
      advice: ON_SERVER,
      onServer: "Donnez à TRANSCRIBE_COMMAND son chemin entier, et au compte du site le droit de le lancer.",
    }
  if (failed > 0)
    return {
      ...check,
      facts,
      state: "look",
      summary: failed > 1 ? `${failed} transcriptions ont échoué.` : "Une transcription a échoué.",
      advice: "Ouvrez les transcriptions\u00a0: chacune dit pourquoi, et peut être réessayée.",
    }
  return {
    ...check,
    facts,
    state: "good",
    summary: waiting + working > 0 ? "Des épisodes sont en cours de transcription." : "Rien n’attend.",
  }
}
