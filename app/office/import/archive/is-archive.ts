/** Whether a file is the manifest of what this program exported of a site (product.md 52.1), by its first letters. */
export const isManifest = (head: string) =>
  /^\s{0,100}\{\s{0,100}"format"\s{0,10}:\s{0,10}"cko-export"/.test(head)

/** Of an archive of such an export, the path of its manifest, which stands for all that is in it. */
export function findManifest(paths: string[]) {
  const all = new Set(paths)
  return paths.find((path) => {
    const folder = folderOf(path)
    return path === `${folder}manifest.json` && all.has(`${folder}schema/episodes.schema.json`)
  })
}

/** With the slash at its end; whoever packed an archive anew may have put all of it into a folder. */
export const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1)
