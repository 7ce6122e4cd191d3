// Links in mails are copied by hand, cut by line breaks and dressed up by mail programs: what cannot be part of a key is no
// part of it, and what was added to one does not keep people from leaving.

/** The key in an address of ours; also where its equals sign was encoded with it. */
export function keyOf({ searchParams }: URL) {
  const given = searchParams.get("key")
  if (given !== null) return given
  const name = [...searchParams.keys()].find((name) => name.startsWith("key="))
  return name?.slice("key=".length) ?? ""
}

/** Longer than any key of ours with what may have been added to it. */
const LONGEST = 2_000

/** What a key may have been before it was damaged, the likeliest first. */
export function spellingsOf(key: string) {
  const clean = key
    .slice(0, LONGEST)
    // Soft line breaks, spaces, and what stands behind an address in a text: `>`, a full stop, a bracket.
    .replace(/[^\w.-]/g, "")
    .replace(/\.+$/, "")
  // « =3D » is how mails write an equals sign, and a program that does not know it leaves it there.
  return clean.startsWith("3D") ? [clean, clean.slice(2)] : [clean]
}
