/** `--import`ed before the site: says now and then how large its heap is, and the embedded database's. */
import { isMainThread } from "node:worker_threads"
import { getHeapStatistics } from "node:v8"

const owner = isMainThread ? "site" : "database"
setInterval(() => {
  console.log(`${owner} heap ${Math.round(getHeapStatistics().used_heap_size / 1024 / 1024)} MB`)
}, 5_000).unref()
