import type { Cue } from "#app/kit/lib/cues.ts"

/** Start and end, who says it (nobody: empty) and what. */
export type PackedCue = [number | null, number | null, string, string]

/** Cues on their way between the editor and the site: exact, short, and quickly read. */
export function packCues(cues: readonly Cue[]) {
  return JSON.stringify(
    cues.map(({ start, end, speaker = "", text }): PackedCue => [start, end, speaker, text]),
  )
}

/** @param packed as `packCues` wrote it, or a schema let it pass */
export function unpackCues(packed: string | PackedCue[]): Cue[] {
  const list = typeof packed === "string" ? (JSON.parse(packed) as PackedCue[]) : packed
  return list.map(([start, end, speaker, text]) => ({ start, end, ...(speaker && { speaker }), text }))
}
