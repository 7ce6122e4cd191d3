/** The longest address that is stored, in characters. */
export const MAX_URL_LENGTH = 2_000

const HTTP_ADDRESS = /^https?:\/\/[^\s/?#\\][^\s]*$/i
const SITE_PATH = /^\/(?![/\\])\S*$/
const SITE = "https://site.invalid"
const HOST_NAME = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}\.?(?::\d{1,5})?(?:[/?#]\S*)?$/u
const FILE_NAME = /^[^/?#]+\.(?:avif|gif|html?|jpe?g|m4a|mp3|mp4|ogg|pdf|png|svg|webm|webp)$/i

/** « youtube.com/watch » with the `https://` that people leave out; anything else as it is. */
export function completeAddress(address: string) {
  const isBare = address.length <= MAX_URL_LENGTH && HOST_NAME.test(address) && !FILE_NAME.test(address)
  return isBare ? `https://${address}` : address
}

export function isWebAddress(address: string) {
  return HTTP_ADDRESS.test(address) && URL.canParse(address)
}

/** A path on this site, whatever is found there. */
export function isSitePath(address: string) {
  if (!SITE_PATH.test(address) || !URL.canParse(address, SITE)) return false
  // A way up at its beginning would bring two slashes there.
  const { origin, pathname } = new URL(address, SITE)
  return origin === SITE && !pathname.startsWith("//")
}
