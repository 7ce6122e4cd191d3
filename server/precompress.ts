import { glob, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** Writes each text file of the browser's build compressed beside it, once, for the server to pick from. */
export async function precompress(folder: string) {
  for await (const name of glob("**/*.{js,css,svg,json}", { cwd: folder })) {
    const file = join(folder, name)
    const source = await readFile(file)
    const brotli = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(`${file}.br`, brotli)
    await writeFile(`${file}.gz`, gzipSync(source, { level: 9 }))
  }
}
