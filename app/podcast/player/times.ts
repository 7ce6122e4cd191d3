/** « 0:09 », « 12:34 », « 1:04:09 ». */
export function formatTime(seconds: number) {
  const { hours, minutes, rest } = split(seconds)
  const twoDigits = (value: number) => String(value).padStart(2, "0")
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`
}

/** The same for ears: « 1 heure 4 minutes 9 secondes ». */
export function spellTime(seconds: number) {
  const { hours, minutes, rest } = split(seconds)
  const parts = [count(hours, "heure"), count(minutes, "minute"), count(rest, "seconde")]
  return parts.filter(Boolean).join(" ") || "0 seconde"
}

/** Where one is in the whole, for ears; the whole is 0 as long as nobody knows it. */
export function spellPlace(seconds: number, duration: number) {
  return duration > 0 ? `${spellTime(seconds)} sur ${spellTime(duration)}` : spellTime(seconds)
}

function split(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return { hours: Math.floor(whole / 3600), minutes: Math.floor(whole / 60) % 60, rest: whole % 60 }
}

function count(amount: number, unit: string) {
  return amount > 0 && `${amount} ${unit}${amount > 1 ? "s" : ""}`
}
