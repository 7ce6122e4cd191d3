/** `--import`ed before the site: says now and then how large its heap is. */
import { getHeapStatistics } from "node:v8"

setInterval(() => {
  console.log(`heap ${Math.round(getHeapStatistics().used_heap_size / 1024 / 1024)} MB`)
}, 5_000).unref()
