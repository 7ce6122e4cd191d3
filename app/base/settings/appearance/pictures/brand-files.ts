/** The pictures that the site makes of itself, and what they are; which of them there are depends on what hosts chose. */
export const BRAND_FILES = {
  "icon.svg": "image/svg+xml",
  "icon-16.png": "image/png",
  "icon-32.png": "image/png",
  "icon-48.png": "image/png",
  "icon-192.png": "image/png",
  "icon-512.png": "image/png",
  "maskable-512.png": "image/png",
  "apple-touch-icon.png": "image/png",
  "favicon.ico": "image/x-icon",
  "share.png": "image/png",
  "share.jpg": "image/jpeg",
  "cover.jpg": "image/jpeg",
} as const

export type BrandFile = keyof typeof BRAND_FILES

export function isBrandFile(name: string): name is BrandFile {
  return Object.hasOwn(BRAND_FILES, name)
}

export function brandAddress(version: string, name: BrandFile) {
  return `/brand/${version}/${name}`
}
