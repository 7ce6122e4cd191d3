/**
 * What a file is that is no feed, by its first bytes, and what to do instead: in French, for the person who imports.
 * Undefined for what may be one.
 */
export function describeForeignFile(head: Uint8Array) {
  const start = Buffer.from(head.subarray(0, 12)).toString("latin1")
  return FOREIGN.find(([pattern]) => pattern.test(start))?.[1]
}

const FEED_ADDRESS = "Indiquez l’adresse du flux RSS, que votre hébergeur de podcast affiche."
const UNPACK = "Décompressez-la, puis importez le fichier XML qu’elle contient."

const other = (kind: string) => `C’est ${kind}, pas un flux de podcast. ${FEED_ADDRESS}`
const archive = (kind: string) => `C’est une archive compressée (${kind}), pas un flux de podcast. ${UNPACK}`

/* eslint-disable no-control-regex -- they are what files begin with */
const FOREIGN: [RegExp, string][] = [
  [/^\x1f\x8b/, archive("gzip")],
  [/^PK(\x03\x04|\x05\x06)/, archive("zip")],
  [/^\x89PNG/, other("une image (PNG)")],
  [/^\xff\xd8\xff/, other("une image (JPEG)")],
  [/^GIF8/, other("une image (GIF)")],
  [/^RIFF[^]{4}WEBP/, other("une image (WebP)")],
  [/^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, other("un fichier audio (MP3)")],
  [/^[^]{4}ftyp/, other("un fichier audio ou vidéo (MP4)")],
  [/^(OggS|fLaC|RIFF[^]{4}WAVE)/, other("un fichier audio")],
  [/^%PDF/, other("un document PDF")],
  [/^\s*\{/, other("un fichier JSON")],
]
