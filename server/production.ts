import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { ensureBuild } from "./build.ts"
import type { Environment } from "./env.ts"

/** The site from its build, which is made first where it is missing or older than the sources. */
export async function openSite(env: Environment) {
  const buildDir = await ensureBuild()
  const built: typeof import("./site.ts") = await import(pathToFileURL(join(buildDir, "server/site.js")).href)
  return built.openSite(env, join(buildDir, "client"))
}
