import { getSettings } from "#app/kit/lib/settings.server.ts"

/** True for an address of this site, whatever lies there. */
export function isOwnAddress(address: string) {
  return URL.parse(address)?.host === new URL(getSettings().publicUrl).host
}
