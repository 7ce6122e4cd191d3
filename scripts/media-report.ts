/** More names would hide how many there are. */
const NAMED = 10

/** Says which files failed, and that the command did. */
export function sayFailed(label: string, paths: string[]) {
  if (paths.length === 0) return
  const more = paths.length > NAMED ? ", …" : ""
  console.error(`${label} : ${paths.length} (${paths.slice(0, NAMED).join(", ")}${more})`)
  process.exitCode = 1
}
