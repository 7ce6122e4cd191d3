/** A file to look into, wherever it lies. */
export type Bytes = {
  size: number
  /** @returns fewer than `length` at the file's end, none behind it */
  read(at: number, length: number): Promise<Buffer>
}
