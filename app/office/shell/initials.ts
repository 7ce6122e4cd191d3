/** What stands for a person in the header: « awa.kone@… » is AK, « nadia@… » N. */
export function initialsOf(email: string) {
  const [name = ""] = email.split("@")
  const words = name.split("+")[0]?.match(/\p{Letter}+/gu) ?? []
  const letters = words.length > 1 ? [words.at(0), words.at(-1)] : [words[0] ?? email]
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase()
}
