/** What a transcript is offered as, by the ending of its address. */
export const TRANSCRIPT_FORMATS = ["vtt", "srt", "json", "html", "txt"] as const
export type Format = (typeof TRANSCRIPT_FORMATS)[number]

/** What is read, as it is said to hosts. */
export const READABLE =
  "WebVTT, SRT, SBV, TTML, ASS, SAMI, LRC, HTML, texte simple, tableau CSV ou TSV avec ses titres, JSON des services de transcription connus"
/** The same as a browser's choice of files knows it. */
export const READABLE_FILES =
  ".vtt,.srt,.sbv,.sub,.ttml,.dfxp,.xml,.ass,.ssa,.smi,.sami,.lrc,.json,.csv,.tsv,.txt,.html,.htm,text/*,application/json"

/** In letters; a day of speech has a fifth of it. */
export const MAX_TRANSCRIPT = 5_000_000
