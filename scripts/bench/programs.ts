import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

/** Where an installed program is, or undefined. */
export function findProgram(name: string) {
  return FOLDERS.filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
