/** What a transcript is offered as, by the ending of its address. */
export const TRANSCRIPT_FORMATS = ["vtt", "srt", "json", "html", "txt"] as const
export type Format = (typeof TRANSCRIPT_FORMATS)[number]
