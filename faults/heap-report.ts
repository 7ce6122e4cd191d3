/** `--import`ed before the site: says now and then how large its heap is. */
import { isMainThread } from "node:worker_threads"

if (isMainThread) {
  setInterval(() => {
    console.log(`heap ${Math.round(process.memoryUsage().heapUsed / 1024 / 1024)} MB`)
  }, 5_000).unref()
}
