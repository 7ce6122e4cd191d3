/**
 * `npm start`: main.ts, after what Node compiled and stripped of its types at an earlier start is at hand again, which is
 * most of a start's work. This file alone is read as it is, and so no TypeScript.
 */
import { enableCompileCache, flushCompileCache } from "node:module"
import { join } from "node:path"

enableCompileCache(join(import.meta.dirname, "../build/compiled"))
await import("./main.ts")
// Not only at the end, which may be a sudden one.
flushCompileCache()
