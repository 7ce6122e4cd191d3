import { oneLine } from "#app/kit/lib/typed-text.ts"

/** How many episodes a preview lists one by one, to be chosen and corrected; the others are taken with all, or with none. */
export const MAX_LISTED = 20_000

const KEY_LENGTH = 16

/** What a preview calls an item by, and the host's choices name it by: part of its digest. */
export function keyOf({ digest }: { digest: string }) {
  return digest.slice(0, KEY_LENGTH)
}

/** What the host made of a preview; it travels with the request, and nothing of it is kept meanwhile. */
export type ChosenByHost = {
  take: "all" | "none"
  /** The items for which `take` does not hold. */
  except: ReadonlySet<string>
  /** Items that were taken for episodes of the site, and are none. */
  separate: ReadonlySet<string>
  /** By item, the guest's name as it should be; empty for none. */
  guests: ReadonlyMap<string, string>
}

/** Everything, as it is: what an import does where nobody was asked. */
export const EVERYTHING: ChosenByHost = {
  take: "all",
  except: new Set(),
  separate: new Set(),
  guests: new Map(),
}

/** How choices travel: a line each, since a parser of JSON would hold up everybody over 20,000 of them. */
export function writeChoices({ take, except, separate, guests }: ChosenByHost) {
  const named = [...guests].map(([key, guest]) => `guest ${key} ${guest.replace(/\s+/g, " ")}`)
  const lines = [
    ...[...except].map((key) => `except ${key}`),
    ...[...separate].map((key) => `separate ${key}`),
  ]
  return [take, ...lines, ...named].join("\n")
}

/** @throws Error for what is no choices */
export async function readChoices(text: string): Promise<ChosenByHost> {
  const [take, ...lines] = text.split("\n")
  if ((take !== "all" && take !== "none") || lines.length > 3 * MAX_LISTED) throw new Error("no choices")
  const [except, separate, guests] = [new Set<string>(), new Set<string>(), new Map<string, string>()]
  for (const [index, line] of lines.entries()) {
    const [, kind, key = "", rest = ""] = LINE.exec(line) ?? []
    if (kind === "guest") guests.set(key, oneLine(rest))
    else if (kind === undefined || rest !== "") throw new Error("no choices")
    else (kind === "except" ? except : separate).add(key)
    // Others have their turn meanwhile.
    if (index % 1_000 === 999) await new Promise((resolve) => setImmediate(resolve))
  }
  return { take, except, separate, guests }
}

const LINE = new RegExp(`^(except|separate|guest) (\\S{${KEY_LENGTH}})( .{0,500})?$`)

export type Choices = {
  isTaken: (item: { digest: string }) => boolean
  isSeparate: (item: { digest: string }) => boolean
  /** As corrected; undefined where the feed's stands. */
  guestOf: (item: { digest: string }) => string | undefined
}

/** What choices say of each item of the feed. */
export function toChoices({ take, except, separate, guests }: ChosenByHost): Choices {
  return {
    isTaken: (item) => except.has(keyOf(item)) !== (take === "all"),
    isSeparate: (item) => separate.has(keyOf(item)),
    guestOf: (item) => guests.get(keyOf(item)),
  }
}
