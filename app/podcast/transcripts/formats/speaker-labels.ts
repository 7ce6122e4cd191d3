import type { FoundCue } from "#app/kit/lib/cues.ts"

/** « Awa : bonsoir », « [Awa] bonsoir », « >> AWA: bonsoir » */
const LABEL =
  /^\s{0,5}(?:>>\s{0,3}|[-–—]\s{0,3})?(?:\[([\p{L}\d][^[\]:<>]{0,50})\]:?|([\p{Lu}\d][\p{L}\p{N}.'’ -]{0,50}?)[ \u00a0\u202f]?:)[ \u00a0\u202f]+(?=\S)/u

/**
 * Who speaks, as plain texts and SRT say it at a line's beginning. A word before a colon is somebody only where it comes again:
 * « Attention : » alone is said, not somebody.
 */
export function nameSpeakers(cues: FoundCue[]): FoundCue[] {
  if (cues.some(({ speaker }) => speaker)) return cues
  const found = cues.map(({ text }) => {
    const [whole = "", inBrackets, named] = LABEL.exec(text.slice(0, 120)) ?? []
    return { label: (inBrackets ?? named ?? "").trim(), length: whole.length }
  })
  const counts = new Map<string, number>()
  for (const { label } of found) if (label) counts.set(label, (counts.get(label) ?? 0) + 1)
  return cues.map((cue, index) => {
    const { label = "", length = 0 } = found[index] ?? {}
    if (label === "" || (counts.get(label) ?? 0) < 2) return cue
    return { ...cue, speaker: label, text: cue.text.slice(length) }
  })
}

/** « A », « 1 », « spk_0 »: what services call a voice that they don’t know. */
const VOICE = /^(?:(?:spk|speaker)[ _-]?)?([a-z]|0{0,2}\d{1,3})$/i

/** Who speaks, as a service says it: a name, or only which voice it is; as an object that has one. */
export function speakerOf(value: unknown): string | undefined {
  if (typeof value === "object" && value !== null && "name" in value) return speakerOf(value.name)
  if (typeof value === "number") return `Intervenant ${value}`
  if (typeof value !== "string" || value.trim() === "") return undefined
  const [, voice] = VOICE.exec(value.trim()) ?? []
  return voice === undefined ? value : `Intervenant ${voice.toUpperCase().replace(/^0+(?=\d)/, "")}`
}
