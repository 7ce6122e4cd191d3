/** Whether a text may be Ghost's export, by its first some thousand letters. */
export const isGhost = (head: string) => EXPORT.test(head)

const EXPORT =
  /^(?:\xef\xbb\xbf|\ufeff)?\s{0,1000}\{\s{0,1000}"(?:db"\s{0,100}:\s{0,100}\[|(?:meta|data)"\s{0,100}:\s{0,100}\{)/
