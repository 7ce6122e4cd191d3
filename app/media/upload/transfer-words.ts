import { formatBytes } from "../file-facts.ts"
import type { Sent } from "./upload-queue.ts"

/** « encore 40 s », « encore 3 min », « encore 1 h 05 ». */
export function formatTimeLeft(seconds: number) {
  if (seconds < 59.5) return `encore ${Math.max(1, Math.round(seconds))}\u00a0s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `encore ${minutes}\u00a0min`
  return `encore ${Math.floor(minutes / 60)}\u00a0h ${String(minutes % 60).padStart(2, "0")}`
}

/** « 12,4 Mo sur 340 Mo – 3,1 Mo/s – encore 2 min ». */
export function formatTransfer({ bytes, total, speed }: { bytes: number; total: number; speed?: number }) {
  const parts = [`${formatBytes(bytes)} sur ${formatBytes(total)}`]
  if (speed) parts.push(`${formatBytes(speed)}/s`, formatTimeLeft((total - bytes) / speed))
  return parts.join(" – ")
}

/** How far a file is, or what has become of it. */
export function wordsOf({ phase, bytes, file, speed, isOffline, isDuplicate, failure }: Sent) {
  switch (phase) {
    case "queued":
      return `En attente – ${formatBytes(file.size)}`
    case "sending":
      return formatTransfer({ bytes, total: file.size, speed })
    case "waiting":
      return isOffline
        ? "Connexion perdue : l’envoi reprendra de lui-même."
        : "Le serveur fait attendre : l’envoi reprendra de lui-même."
    case "processing":
      return "Envoyé, en préparation…"
    case "done":
      return isDuplicate ? "Déjà dans la médiathèque" : "Dans la médiathèque"
    case "failed":
      return failure
  }
}
