/** By so much a file is recognised. */
const HEAD_BYTES = 16_384

/** Whether what was chosen is another site's export rather than a feed: an archive, several files, or one that says so itself. */
export async function areExports(files: File[]) {
  const [file, ...others] = files
  if (!file) return false
  if (others.length > 0) return true
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const isArchive = (head[0] === 0x50 && head[1] === 0x4b) || (head[0] === 0x1f && head[1] === 0x8b)
  return isArchive || /wordpress\.org\/export\//.test(new TextDecoder("latin1").decode(head))
}
