// Captions of videos in the library: one track for each language.

export const CAPTION_LANGUAGES = ["fr", "en", "ar", "de", "es", "it", "nl", "pt", "wo"] as const
export type CaptionLanguage = (typeof CAPTION_LANGUAGES)[number]

/** Each by its own name, as who reads it looks for it. */
export const LANGUAGE_NAMES: Record<CaptionLanguage, string> = {
  fr: "Français",
  en: "English",
  ar: "العربية",
  de: "Deutsch",
  es: "Español",
  it: "Italiano",
  nl: "Nederlands",
  pt: "Português",
  wo: "Wolof",
}

/** Where a video's captions are. @param key the medium's */
export const captionsAddress = (key: string, language: string) => `/captions/${key}/${language}.vtt`
