const VTT = /^(\u00ef\u00bb\u00bf)?\s{0,100}WEBVTT/
const SRT = /^(\u00ef\u00bb\u00bf)?\s{0,100}\d{1,6}[ \t]{0,10}\r?\n\d{1,2}:\d\d:\d\d[,.]\d{1,3}[ \t]{1,10}-->/
const LIST = /"(segments|chapters)"\s{0,100}:\s{0,100}\[/

/**
 * What of an episode a file is: its transcript (WebVTT, SubRip, or JSON as Podcasting 2.0 has it), or its chapters.
 *
 * @param head its first kilobytes, a character a byte
 */
export function partOf(head: string) {
  if (VTT.test(head) || SRT.test(head)) return "transcript" as const
  if (!/^(\u00ef\u00bb\u00bf)?\s{0,100}\{/.test(head)) return undefined
  const [, list] = LIST.exec(head) ?? []
  if (list === undefined) return undefined
  return list === "segments" ? ("transcript" as const) : ("chapters" as const)
}
