import { numbersIn } from "#app/base/redirects/addresses.ts"
import { PATH as REDIRECTS } from "#app/base/redirects/redirects.copy.ts"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import type { SiteMap } from "./read-sitemaps.server.ts"

/** Addresses that lead to nothing on the other side. */
export type Lost = { count: number; first: string[] }

/** Two sites side by side, or why they are not. */
export type ComparedSite =
  | Exclude<SiteMap, { outcome: "there" }>
  | (Omit<Extract<SiteMap, { outcome: "there" }>, "paths"> & {
      /** How many addresses were looked for. */
      total: number
      /** Of these, those that a rule leads on. */
      redirected: number
      lost: Lost
    })

type There = Extract<ComparedSite, { outcome: "there" }>

/** What became here of the addresses of the site that a podcast comes from. */
export function findingsOfOldSite(found: ComparedSite): Finding[] {
  if (found.outcome === "here")
    return [
      {
        state: "look",
        title: "Cette adresse mène déjà à ce site.",
        advice:
          "L’ancien site n’y répond plus\u00a0: donnez l’adresse à laquelle il répond encore. Ce que des visiteurs demandent ici en vain est sous «\u00a0Adresses introuvables\u00a0», dans les redirections.",
      },
    ]
  if (found.outcome !== "there") return [notRead(found)]
  const { total, redirected, lost } = found
  if (total === 0) return [EMPTY, ...limits(found)]
  const kept = total - lost.count
  const pages = kept - redirected
  return [
    ...(lost.count > 0
      ? [
          {
            state: "fix" as const,
            title: `${addresses(lost.count)} sur ${format(total)} ${lost.count > 1 ? "ne mènent" : "ne mène"} à rien ici.`,
            advice:
              "Importez ce qui manque, puis ajoutez une redirection pour le reste\u00a0: une étoile en règle beaucoup d’un coup (/2019/*).",
            paths: {
              count: lost.count,
              first: lost.first.map((path) => ({
                path,
                to: `${REDIRECTS}?${new URLSearchParams({ source: sourceOf(path) })}`,
              })),
            },
          },
        ]
      : []),
    ...(kept > 0
      ? [
          {
            state: "good" as const,
            title: `${addresses(kept)} sur ${format(total)} ${kept > 1 ? "mènent" : "mène"} à quelque chose ici\u00a0: ${format(pages)} à une page, ${format(redirected)} par une redirection.`,
          },
        ]
      : []),
    ...limits(found),
  ]
}

/** What the site that a podcast goes to has of this one's pages. */
export function findingsOfNewSite(found: ComparedSite): Finding[] {
  if (found.outcome === "here")
    return [{ state: "fix", title: "Cette adresse mène à ce site.", advice: "Donnez celle du nouveau site." }]
  if (found.outcome !== "there") return [notRead(found)]
  const { total, lost } = found
  if (lost.count === 0)
    return [
      {
        state: "good",
        title: `Toutes les pages d’ici (${format(total)}) ont la même adresse là-bas.`,
      },
      ...limits(found),
    ]
  return [
    {
      state: "fix",
      title: `${pagesOf(lost.count)} sur ${format(total)} ${lost.count > 1 ? "ne sont pas" : "n’est pas"} à la même adresse là-bas.`,
      advice:
        "Importez-y ce qui manque. Ce qui y a une autre adresse s’y redirige\u00a0: sinon, les liens vers vos pages se perdent avec ce site.",
      paths: { count: lost.count, first: lost.first.map((path) => ({ path })) },
    },
    ...limits(found),
  ]
}

/** What a rule about it would have as its old address: of its query the number alone by which it may be told. */
function sourceOf(path: string) {
  const [plain = "", query = ""] = path.split(/\?(.*)/s)
  const [number] = numbersIn(`?${query}`)
  return number ? `${plain}?${number}` : plain
}

function notRead(found: Extract<SiteMap, { outcome: "away" | "none" }>): Finding {
  if (found.outcome === "away")
    return {
      state: "look",
      title: found.reason,
      advice: "Vérifiez l’adresse, puis réessayez dans un instant.",
    }
  return {
    state: "look",
    title: "Ce site n’a pas de plan (sitemap.xml) qui se lise.",
    advice: "S’il en a un ailleurs, donnez l’adresse du plan lui-même.",
  }
}

const EMPTY: Finding = { state: "look", title: "Le plan de ce site ne nomme aucune de ses pages." }

function limits({ isCut, unread, foreign, total }: There): Finding[] {
  const found: Finding[] = []
  if (isCut)
    found.push({
      state: "look",
      title: "Le plan de l’autre site est trop grand pour être lu en entier.",
      advice: `${addresses(total)} ${total > 1 ? "ont été comparées" : "a été comparée"} avec ce qui en a été lu.`,
    })
  if (unread > 0)
    found.push({
      state: "look",
      title: `${format(unread)} ${unread > 1 ? "fichiers de ce plan n’ont pas pu être lus" : "fichier de ce plan n’a pas pu être lu"}.`,
    })
  if (foreign > 0)
    found.push({
      state: "look",
      title: `${addresses(foreign)} de ce plan ${foreign > 1 ? "sont" : "est"} d’un autre site\u00a0: ${foreign > 1 ? "elles ne comptent" : "elle ne compte"} pas.`,
    })
  return found
}

const addresses = (count: number) => `${format(count)} ${count > 1 ? "adresses" : "adresse"}`
const pagesOf = (count: number) => `${format(count)} ${count > 1 ? "pages" : "page"}`
const format = (count: number) => count.toLocaleString("fr-FR")
