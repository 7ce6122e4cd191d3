import { createHash } from "node:crypto"

/**
 * The GUID that an item gets whose own belongs to another episode of its feed: made of both that GUID and its sound, so that
 * it is the same each time the feed is read.
 */
export function ownGuid(guid: string, audioUrl: string | null) {
  return `cko-${hashOf(guid, soundOf(audioUrl ?? ""))}`
}

/** Notices items that come twice under one GUID, in constant memory for each. */
export function createRepeats() {
  // Hashes, since strings cut out of the feed would keep all of it in memory.
  const guids = new Set<string>()
  const known = new Set<string>()

  /** An item with a sound that no other under its GUID has, and another title or day, is another episode. */
  return ({ guid, title, audioUrl, publishedAt }: Told): "first" | "repeated" | "another" => {
    const sound = hashOf(guid, "sound", soundOf(audioUrl ?? ""))
    const name = hashOf(guid, "name", comparable(title), publishedAt.slice(0, 10))
    const isFirst = !guids.has(hashOf(guid))
    const isAnother = audioUrl !== null && !known.has(sound) && !known.has(name)
    if (!isFirst && !isAnother) return "repeated"
    guids.add(hashOf(guid))
    known.add(sound).add(name)
    return isFirst ? "first" : "another"
  }
}

type Told = { guid: string; title: string; audioUrl: string | null; publishedAt: string }

/** The same file has another query each time where its host signs addresses. */
function soundOf(url: string) {
  const plain = url.replace(/^https?:/, "")
  return /\.[a-z\d]{2,4}$/i.test(plain.split("?", 1)[0] ?? "") ? plain.replace(/\?.*$/s, "") : plain
}

function comparable(title: string) {
  return title.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase()
}

function hashOf(...texts: string[]) {
  return createHash("sha256").update(JSON.stringify(texts)).digest("base64url")
}
