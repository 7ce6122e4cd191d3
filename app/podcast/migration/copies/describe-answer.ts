import { CopyError } from "./copy-error.ts"

const GONE =
  "n’existe plus à cette adresse. Réécoutez l’épisode chez l’ancien hébergeur\u00a0: s’il y manque aussi, envoyez le fichier vous-même dans la médiathèque."
const FINAL: Record<number, string> = {
  401: "n’est donné qu’avec un mot de passe (401). Rendez-le public chez l’ancien hébergeur, puis réessayez.",
  403: "est refusé par l’autre site (403). Rendez-le public chez l’ancien hébergeur, puis réessayez.",
  404: GONE,
  410: GONE,
  451: "est bloqué pour une raison légale (451).",
}

/** What an answer that is no file means. @param retryAfter in seconds, as the other site asks */
export function describeAnswer(status: number, retryAfter?: number) {
  const final = FINAL[status]
  if (final) return new CopyError("final", `Ce fichier ${final}`)
  if (status === 429 || status === 503)
    return new CopyError("later", `L’autre site demande une pause (${status}).`, retryAfter ?? 300)
  if (status >= 500) return new CopyError("later", `L’autre site a un problème (${status}).`)
  return new CopyError("final", `L’autre site a répondu par une erreur (${status}).`)
}
