import type { CheckState } from "#app/kit/ui/check-state.ts"

/** Something that was found out about a feed or a site: how it is, and what to do about it. */
export type Finding = {
  state: CheckState
  title: string
  advice?: string
  /** The addresses that it is about: the first ones, each with where something can be done about it. */
  paths?: { count: number; first: { path: string; to?: string }[] }
}

/** Episodes of one feed that another one lacks. */
export type Lack = { count: number; first: string[] }

/** What a look at the old host's feed found. */
export type OldFeed =
  | { outcome: "here"; isFeed: boolean; isPermanent: boolean }
  | { outcome: "gone"; reason: string }
  | { outcome: "away"; reason: string }
  | {
      outcome: "there"
      newFeedUrl: string | null
      isLocked: boolean | null
      episodes: number
      /** Those that the feed of this site has not. */
      lacking: Lack
    }

/** @param feedUrl the address of this site's feed */
export function findingsOfOld(old: OldFeed, feedUrl: string): Finding[] {
  if (old.outcome === "here") return [ledHere(old)]
  if (old.outcome === "gone")
    return [
      {
        state: "fix",
        title: old.reason,
        advice:
          "Les abonnés qui n’ont pas encore suivi ne trouvent plus rien. Demandez à l’ancien hébergeur de rétablir cette adresse, et de la rediriger vers le nouveau flux.",
      },
    ]
  if (old.outcome === "away")
    return [
      { state: "look", title: old.reason, advice: "Vérifiez l’adresse, puis réessayez dans un instant." },
    ]
  return [...announced(old.newFeedUrl, feedUrl), ...lacks(old), ...locked(old.isLocked)]
}

function ledHere({ isFeed, isPermanent }: Extract<OldFeed, { outcome: "here" }>): Finding {
  if (!isFeed)
    return {
      state: "fix",
      title: "L’ancienne adresse mène à ce site, mais pas à son flux.",
      advice:
        "Les applications y trouvent une page au lieu des épisodes. Donnez à l’ancien hébergeur l’adresse exacte du flux.",
    }
  if (!isPermanent)
    return {
      state: "look",
      title: "L’ancienne adresse mène au nouveau flux, mais seulement pour un temps (302).",
      advice: "Les annuaires gardent alors l’ancienne. Demandez une redirection permanente.",
    }
  return { state: "good", title: "L’ancienne adresse mène au nouveau flux\u00a0: tout le monde suit." }
}

function announced(newFeedUrl: string | null, feedUrl: string): Finding[] {
  if (newFeedUrl === null)
    return [
      {
        state: "look",
        title: "L’ancien flux est encore en place, et n’annonce pas le nouveau.",
        advice:
          "Quand tout est copié, demandez la redirection permanente ou l’annonce (itunes:new-feed-url) à l’ancien hébergeur.",
      },
    ]
  if (!isSame(newFeedUrl, feedUrl))
    return [
      {
        state: "fix",
        title: `L’ancien flux annonce une autre adresse\u00a0: ${newFeedUrl}`,
        advice: `Il faut exactement ${feedUrl}`,
      },
    ]
  return [
    { state: "good", title: "L’ancien flux annonce le nouveau (itunes:new-feed-url)." },
    {
      state: "look",
      title: "Il ne redirige pas encore.",
      advice:
        "Toutes les applications ne lisent pas cette annonce. Si l’ancien hébergeur le permet, ajoutez une redirection permanente.",
    },
  ]
}

function lacks({ episodes, lacking }: Extract<OldFeed, { outcome: "there" }>): Finding[] {
  if (lacking.count === 0)
    return [
      {
        state: "good",
        title: `Tous ses épisodes (${episodes.toLocaleString("fr-FR")}) sont dans le nouveau flux.`,
      },
    ]
  return [
    {
      state: "fix",
      title: `${nameLack(lacking)} dans le nouveau flux\u00a0: ${listLack(lacking)}`,
      advice:
        "Importez le flux à nouveau, ou publiez ces épisodes avec leur son, avant de faire suivre les abonnés.",
    },
  ]
}

function locked(isLocked: boolean | null): Finding[] {
  if (!isLocked) return []
  return [
    {
      state: "look",
      title: "L’ancien flux est verrouillé (podcast:locked).",
      advice:
        "Ce site peut le reprendre quand même, puisqu’il est à vous. Déverrouillez-le si l’ancien hébergeur vous le demande.",
    },
  ]
}

export function nameLack({ count }: Lack) {
  if (count === 1) return "Un épisode manque"
  return `${count.toLocaleString("fr-FR")} épisodes manquent`
}

/** « Minuit, Aube et 3 de plus » */
export function listLack({ count, first }: Lack) {
  const further = count - first.length
  return first.join(", ") + (further > 0 ? ` et ${further.toLocaleString("fr-FR")} de plus` : "")
}

/** But for its scheme and a slash at its end, which apps do not tell apart. */
export function isSame(one: string, other: string) {
  const plain = (address: string) => address.replace(/^https?:\/\//i, "").replace(/\/$/, "")
  return plain(one) === plain(other)
}
