import { completeAddress, isWebAddress, MAX_URL_LENGTH } from "#app/kit/lib/typed-addresses.ts"

export type EpisodeLink = { label: string; url: string }

export const MAX_LINKS = 50
const MAX_LABEL_LENGTH = 200

/** One link a line: what it is called, then its address. @returns what is wrong with the first bad line, in French */
export function readLinks(text: string): { links: EpisodeLink[]; problem?: string } {
  const links: EpisodeLink[] = []
  for (const [index, line] of text.split("\n").entries()) {
    const words = line.trim().split(/\s+/)
    const url = completeAddress(words.at(-1) ?? "")
    if (url === "") continue
    const where = `Les liens, ligne ${index + 1}\u00a0:`
    if (!isWebAddress(url))
      return { links, problem: `${where} il manque une adresse qui commence par https:// ou http://` }
    const label = words.slice(0, -1).join(" ") || hostOf(url)
    if (url.length > MAX_URL_LENGTH || label.length > MAX_LABEL_LENGTH)
      return { links, problem: `${where} c’est trop long` }
    if (links.length === MAX_LINKS) return { links, problem: `Il y a plus de ${MAX_LINKS} liens` }
    links.push({ label, url })
  }
  return { links }
}

export function writeLinks(links: readonly EpisodeLink[]) {
  return links.map(({ label, url }) => `${label} ${url}`).join("\n")
}

function hostOf(url: string) {
  return new URL(url).hostname.replace(/^www\./, "").slice(0, MAX_LABEL_LENGTH)
}
