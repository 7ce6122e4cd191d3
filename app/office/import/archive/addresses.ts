/** A file of the library as an archive names it: letters that need no escaping, in one folder (`export/names.ts`). */
const IN_ARCHIVE = /(?<![\w./-])media\/[a-z\d-]+\.[a-z\d]{1,5}(?![\w-])/g

export type Here = ReturnType<typeof createHere>

/**
 * Turns what an archive says of places into what they are here.
 *
 * @param site the address of the site that it is of, without a slash at its end
 * @param files by their paths in the archive, the addresses of the library's files; of what did not come along none
 */
export function createHere(site: string, files: ReadonlyMap<string, string>) {
  const address = (told: string) =>
    files.get(told) ?? (told.startsWith(`${site}/`) ? told.slice(site.length) : told)
  return {
    address,
    addressOrNull: (told: string | null) => (told === null ? null : address(told)),
    text: (markdown: string) => markdown.replaceAll(IN_ARCHIVE, (path) => files.get(path) ?? path),
  }
}
