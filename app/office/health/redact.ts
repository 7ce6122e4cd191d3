/** What stands in the place of what nobody may read. */
const HIDDEN = "[masqué]"
/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 4

/**
 * A text to be passed on, without what lets anybody in or tells who somebody is: what signs in to an address, e-mail addresses,
 * and the secrets named. What goes into the report is chosen so that there is none; this is for what nobody thought of.
 */
export function redact(text: string, secrets: readonly (string | undefined)[]) {
  const known = secrets.flatMap((secret) => (secret && secret.length >= SHORTEST_SECRET ? [secret] : []))
  // The longest first: one may be a part of another. Hosts are in lower case, whatever was typed.
  const bare = known
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(new RegExp(RegExp.escape(secret), "gi"), HIDDEN), text)
  return bare
    .replaceAll(/:\/\/[^\s/?#@]{1,500}@/g, `://${HIDDEN}@`)
    .replaceAll(/[^\s<>"'«»()[\]:;,/@]{1,64}@[^\s<>"'«»()[\]:;,/@]{1,255}/g, HIDDEN)
    .replaceAll(/([?&][\w.-]{1,50}=)[^\s&#]{1,2000}/g, `$1${HIDDEN}`)
}
