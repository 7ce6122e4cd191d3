export const TRANSCRIPTION = "Transcription automatique"
/** For a site whose host has no such program yet. */
export const NOT_SET =
  "Un programme de votre serveur peut écrire ici les brouillons\u00a0: qui s’en occupe trouve comment dans Réglages, Entretien, Santé du site."
export const NO_SOUND = "Cet épisode n’a pas de son à transcrire."
export const NOT_SET_HERE = "Aucun programme n’écrit les transcriptions de ce site"
export const CANNOT_ASK = "Impossible de demander cette transcription"
export const CANNOT_CANCEL = "Cette transcription n’est plus en attente"
export const CANNOT_ADOPT = "Cette transcription automatique n’est plus là"

/** « il reste environ 12 min », from how far the program says it is; nothing while that says too little. */
export function spellRest(startedAt: Date | null, progress: number | null, now: Date) {
  if (!startedAt || progress === null || progress < 3 || progress >= 100) return ""
  const elapsed = now.getTime() - startedAt.getTime()
  const minutes = Math.ceil((elapsed * (100 - progress)) / progress / 60_000)
  if (minutes <= 1) return "il reste environ une minute"
  if (minutes < 60) return `il reste environ ${minutes}\u00a0min`
  return `il reste environ ${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`
}
