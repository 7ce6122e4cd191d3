import { captionsAddress, LANGUAGE_NAMES, type CaptionLanguage } from "#app/kit/lib/captions.ts"
import { mediaKey } from "#app/kit/lib/media.ts"

/** The captions of a video, for its player to offer. @param address the video's */
export function CaptionTracks({
  address,
  languages,
}: {
  address: string
  languages: readonly CaptionLanguage[]
}) {
  const key = mediaKey(address)
  if (key === undefined) return null
  return languages.map((language) => (
    <track
      key={language}
      kind="captions"
      src={captionsAddress(key, language)}
      srcLang={language}
      label={LANGUAGE_NAMES[language]}
    />
  ))
}
