import { formatBytes } from "../file-facts.ts"

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
