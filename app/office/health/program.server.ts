import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** The host's program that writes down what is said, and whether it can be started; undefined where none is set. */
export async function findProgram() {
  const { transcribe } = getSettings()
  const [name] = transcribe?.command ?? []
  if (!transcribe || name === undefined) return undefined
  const places = name.includes("/")
    ? [name]
    : (transcribe.env.PATH ?? "").split(delimiter).map((folder) => join(folder || ".", name))
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return { name, isThere: found.includes(true) }
}
