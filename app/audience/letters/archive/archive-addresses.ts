export const ARCHIVE = "/lettres"
export const ARCHIVE_FEED = "/lettres.xml"

export function letterAddress(id: number) {
  return `${ARCHIVE}/${id}`
}
