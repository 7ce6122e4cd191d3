/** What a list says of an item that came with the site. */
export function exampleOf({ isStarter }: { isStarter: boolean }) {
  return isStarter ? "Contenu d’exemple" : ""
}
