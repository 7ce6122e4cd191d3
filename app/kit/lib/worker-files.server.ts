import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { packageRoot } from "./package-root.server.ts"

/**
 * The modules that run in threads and processes of their own, by name: each is `build/server/<name>.js` in the build
 * (vite.config.ts), and its source where the sources run.
 */
export const WORKERS = {
  "media-worker": "server/media-worker.ts",
  "transcripts-worker": "server/transcripts-worker.ts",
  "letters-worker": "server/letters-worker.ts",
  "backups-worker": "server/backups-worker.ts",
  "imports-worker": "server/imports-worker.ts",
  "command-guard": "server/command-guard.ts",
  "markdown-worker": "app/kit/lib/markdown-worker.ts",
  "rich-text-worker": "app/kit/lib/rich-text/rich-text-worker.ts",
  "notes-worker": "app/podcast/feed-out/notes-worker.ts",
  "texts-worker": "server/texts-worker.ts",
  "contents-worker": "app/db/backup/contents-worker.ts",
  "draw-worker": "app/base/settings/appearance/pictures/draw-worker.ts",
} as const

export type WorkerName = keyof typeof WORKERS

/** @returns its file, from the root: the bundler puts the module that asks into any file it likes */
export const workerFile = (name: WorkerName) => pathToFileURL(pathOf(name))

function pathOf(name: WorkerName) {
  const isBuilt = import.meta.url.endsWith(".js")
  return join(packageRoot(), isBuilt ? `build/server/${name}.js` : WORKERS[name])
}

/** One French line that says what to do. */
class MissingFileError extends Error {
  override name = "MissingFileError"
}

/**
 * Texts would be shown raw and files never worked on, with nothing said: a site that lacks one does not start.
 *
 * @throws MissingFileError naming the first file that is missing
 */
export function requireWorkerFiles() {
  for (const name of Object.keys(WORKERS) as WorkerName[]) {
    const path = pathOf(name)
    if (!existsSync(path)) {
      throw new MissingFileError(`Il manque ${path}. Supprimez le dossier build, puis relancez le site.`)
    }
  }
}
