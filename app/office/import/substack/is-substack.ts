/** Whether a file is the list of a Substack's posts, by its first line. */
export const isSubstack = (head: string) => LIST.test(head)

/** Whether an archive is a Substack's export, by its end, where it lists its files. @param tail a character a byte */
export const isSubstackArchive = (tail: string) => LISTED.test(tail)

const LIST = /^(?:\xef\xbb\xbf|\ufeff)?"?post_id"?,"?post_date"?,"?is_published"?,/
/** Of each file a zip's list has 46 bytes, from "PK" on, before its name. */
const LISTED = /PK[^]{44}(?:[^/]{1,100}\/)?posts\.csv/
