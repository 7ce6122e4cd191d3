import { createRequire } from "node:module"
import { dirname } from "node:path"

/** The folder of the package, which holds the sources, the build and the migrations. */
export const packageRoot = () => dirname(createRequire(import.meta.url).resolve("#package"))
