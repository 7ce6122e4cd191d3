import { timingSafeEqual } from "node:crypto"

/** Whether what was sent is what is right, however long it takes to tell. */
export function isSameText(sent: string, right: string) {
  const [one, other] = [Buffer.from(sent), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
