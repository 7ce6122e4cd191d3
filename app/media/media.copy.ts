import type { MediaKind } from "#app/kit/lib/media.ts"

/** Where the library is. */
export const MEDIA_PATH = "/admin/media"

/** A medium's own page. */
export const mediumPage = (id: number) => `${MEDIA_PATH}/${id}`

/** Where the captions of a video are managed. */
export const captionsPage = (mediumId: number) => `${MEDIA_PATH}/captions?medium=${mediumId}`

/** What a medium is, one and many, and its icon. */
export const KINDS = {
  image: { one: "Image", many: "Images", icon: "image" },
  audio: { one: "Son", many: "Sons", icon: "file-audio" },
  video: { one: "Vidéo", many: "Vidéos", icon: "file-video" },
  text: { one: "Sous-titres", many: "Sous-titres", icon: "captions" },
  document: { one: "Document", many: "Documents", icon: "file-text" },
} as const satisfies Record<MediaKind, { one: string; many: string; icon: string }>
