import { type Validators, validatorsOf } from "#app/kit/http/guarded-fetch.server.ts"

/** @returns the headers that ask for the rest of a file if it is still the same one; undefined where nothing says that it is */
export function rangeHeaders(offset: number, { etag, lastModified }: Validators) {
  // A weak one stands for files that are not the same to the byte (RFC 9110, 13.1.5).
  const mark = etag !== null && !etag.startsWith("W/") ? etag : lastModified
  if (offset === 0 || mark === null) return undefined
  return { Range: `bytes=${offset}-`, "If-Range": mark }
}

type Answer = { status: number; headers: { get: (name: string) => string | null } }

/**
 * What an answer brings.
 *
 * @returns where its bytes belong and how long the whole file is, where that is said; undefined for a part that was not asked for
 */
export function readAnswer(answer: Answer, offset: number) {
  const { status, headers } = answer
  const length = wholeNumber(headers.get("content-length"))
  if (status !== 206)
    return { start: 0, total: headers.get("content-encoding") ? null : length, ...validatorsOf(answer) }
  const [, start, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/i.exec(
    headers.get("content-range")?.trim() ?? "",
  ) ?? [undefined, undefined, undefined]
  if (Number(start) !== offset) return undefined
  return { start: offset, total: wholeNumber(total ?? null), ...validatorsOf(answer) }
}

/** How long a file is of which more was asked for than there is (416). */
export function wholeLength({ headers }: Answer) {
  return wholeNumber(/^bytes \*\/(\d{1,15})$/i.exec(headers.get("content-range")?.trim() ?? "")?.[1] ?? null)
}

function wholeNumber(text: string | null) {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
