import { httpUrl } from "#app/kit/lib/from-html/safe-urls.ts"

/** The first address at which a picture can be had, as it was sent to Substack; empty where there is none. */
export function pictureOf(addresses: string[]) {
  const originals = addresses.flatMap((address) => httpUrl(originalPicture(address.trim())) ?? [])
  const open = originals.find((address) => !DENIED.test(address))
  // The store of the first years is closed; what was in it is in today's.
  return open ?? originals[0]?.replace(DENIED, "https://substack-post-media.s3.amazonaws.com/") ?? ""
}

/** What Substack makes smaller copies of. What lies in a closed store is had from these alone, in its own size. */
export function originalPicture(address: string) {
  const [, fetched = "", how = "", encoded = ""] = WRAPPED.exec(address) ?? []
  if (encoded === "") return address
  try {
    const original = decodeURIComponent(encoded)
    const isOpen = /^https?:\/\//i.test(original) && !DENIED.test(original)
    return isOpen ? original : `${fetched}${how.replace(SIZE, "")}/${encoded}`
  } catch (error) {
    if (error instanceof URIError) return address
    throw error
  }
}

const WRAPPED =
  /^(https:\/\/(?:substackcdn\.com|cdn\.substack\.com)\/image\/fetch\/)([^/\s]{1,300})\/(https?(?::|%3A)\S{1,2000})$/i
const SIZE = /[wh]_\d{1,5},(?:c_\w{1,20},)?/g
const DENIED = /^https:\/\/bucketeer-[\w-]{1,60}\.s3\.amazonaws\.com\//
