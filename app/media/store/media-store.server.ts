import type { Readable } from "node:stream"

/** Where the library's files are: a folder of this machine, or a bucket. Paths: `uploads/{id}`, `{first two of key}/{key}/{name}`. */
export type MediaStore = {
  kind: "disk" | "bucket"
  /**
   * Writes a new file in one piece, all or nothing; one of that path is replaced.
   *
   * @param about.bytes how long it is; a source that is longer or shorter is refused
   */
  put(path: string, source: Readable, about: { bytes: number; type: string }): Promise<void>
  /** @param range first and last byte, both included @throws MissingFileError */
  read(path: string, range?: ByteRange): Promise<Readable>
  /** @returns its length in bytes, undefined when there is none */
  size(path: string): Promise<number | undefined>
  /** What is not there is removed already. */
  remove(path: string): Promise<void>
  /** Gives a file another path, without reading it. @throws MissingFileError */
  move(from: string, to: string, about: { type: string }): Promise<void>
  /** All files whose path begins so, in no order; uploads under way are no files yet in a bucket. */
  list(prefix?: string): AsyncIterable<StoredFile>
  /** A file on the local disk, for tools that seek; in a bucket a temporary copy. Call `release` afterwards. @throws MissingFileError */
  local(path: string): Promise<{ file: string; release: () => Promise<void> }>
  /** An address by which listeners fetch a file themselves, where the settings want that; undefined: read it. */
  signedAddress(path: string, as: { type: string; disposition: string }): Promise<string | undefined>
  /**
   * Begins an upload in parts.
   *
   * @returns what the store has to remember of it: the `parts` of the other functions
   */
  startUpload(path: string, type?: string): Promise<unknown>
  /**
   * Appends to an upload. Of a body that breaks off what came is kept (disk), or nothing (bucket): no error, `received` says.
   * One that goes on after `bytes` is cut there.
   *
   * @param at how much is stored already
   * @param bytes how long the body is at most
   * @param isLast a bucket joins parts of at least 5 MiB, but the last: smaller ones wait for more of them
   * @returns how much is stored now, and the new `parts`
   * @throws what the disk or the bucket answers when it cannot keep it
   */
  appendUpload(
    path: string,
    parts: unknown,
    at: number,
    body: Readable,
    bytes: number,
    isLast: boolean,
  ): Promise<{ received: number; parts: unknown }>
  /** What is really stored of it, such as after a killed process. */
  uploadedBytes(path: string, parts: unknown): Promise<number>
  /** Afterwards `read(path)` works. Can be called again. */
  finishUpload(path: string, parts: unknown): Promise<void>
  abortUpload(path: string, parts: unknown): Promise<void>
}

export type ByteRange = { start: number; end: number }
export type StoredFile = { path: string; bytes: number; modifiedAt: Date }

export class MissingFileError extends Error {
  override name = "MissingFileError"
  constructor(path: string) {
    super(`${path} is not in the media store`)
  }
}

const SEGMENT = /^(?!\.)[^/\\\p{Cc}]{1,255}$/u

/** Refuses paths that would lead elsewhere, whoever made them. */
export function checkPath(path: string) {
  const isSafe =
    path.length <= 500 && path.isWellFormed() && path.split("/").every((part) => SEGMENT.test(part))
  if (!isSafe) throw new Error("a path of the media store is not one")
  return path
}
