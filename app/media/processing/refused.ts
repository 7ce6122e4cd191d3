/** A file that the library does not take, with the reason for whoever sent it, in French. */
export class RefusedFileError extends Error {
  override name = "RefusedFileError"
}

export const REFUSALS = {
  empty: "Ce fichier est vide.",
  unknown:
    "La médiathèque ne connaît pas ce genre de fichier. Elle accepte des images (JPEG, PNG, WebP, AVIF, GIF, HEIC), des sons (MP3, M4A, Ogg, WAV, FLAC), des films (MP4, MOV, WebM), des sous-titres (VTT, SRT) et des PDF.",
  cut: "Ce fichier est incomplet\u00a0: sa fin manque. Exportez-le ou copiez-le à nouveau.",
  damaged: "Ce fichier est endommagé et ne peut pas être lu. Exportez-le à nouveau.",
  svg: "Les images SVG ne sont pas acceptées, car elles peuvent contenir des scripts. Enregistrez celle-ci en PNG.",
  html: "C’est une page web (HTML), pas une image, un son ou un film.",
  archive: "C’est une archive\u00a0: envoyez les fichiers qu’elle contient.",
  program: "C’est un programme. La médiathèque n’en accepte pas.",
  double:
    "Ce fichier en cache un autre (une archive, une page ou un document)\u00a0: il n’est pas accepté. Exportez-le à nouveau depuis votre logiciel.",
  pixels: "Cette image a plus de 100\u00a0millions de pixels. Réduisez-la, puis renvoyez-la.",
  heicPixels:
    "Cette photo HEIC a plus de 50\u00a0millions de pixels. Réduisez-la, ou enregistrez-la en JPEG.",
  imageBytes: "Cette image pèse plus de 100\u00a0Mo. Réduisez-la, puis renvoyez-la.",
  textBytes: "Ces sous-titres pèsent plus de 10\u00a0Mo.",
  duration: "Cet enregistrement dure plus de 12\u00a0heures. Coupez-le en plusieurs parties.",
  ogg: "Ce fichier Ogg n’est ni en Opus ni en Vorbis. Exportez-le en MP3 ou en Ogg Opus.",
  compressedWav: "Ce fichier WAV est compressé. Exportez-le en WAV sans compression (PCM) ou en MP3.",
  quickTime:
    "Ce film QuickTime (.mov) n’est pas en H.264 et AAC\u00a0: les navigateurs ne le liraient pas tous. Exportez-le en MP4.",
  matroska:
    "Les navigateurs ne lisent pas tous les films Matroska (.mkv). Exportez celui-ci en MP4 ou en WebM.",
  notUtf8: "Ces sous-titres ne sont pas en UTF-8. Enregistrez-les dans cet encodage.",
  markup: "Ces sous-titres contiennent du code HTML. Retirez-le, puis renvoyez-les.",
} as const

/** @throws RefusedFileError always */
export function refuse(reason: keyof typeof REFUSALS): never {
  throw new RefusedFileError(REFUSALS[reason])
}
