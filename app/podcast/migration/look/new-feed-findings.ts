import { type Finding, type Lack, listLack, nameLack } from "./feed-findings.ts"

/** What a look at the podcast's feed with its next host found. */
export type NewFeed =
  | { outcome: "here" }
  | { outcome: "away"; reason: string }
  | {
      outcome: "there"
      title: string
      episodes: number
      /** How many of this site's feed. */
      own: number
      /** Of these, what the new feed has not. */
      lacking: Lack
      /** Where the new feed says that the podcast is instead. */
      newFeedUrl: string | null
    }

/** @param address the new feed's */
export function findingsOfNew(found: NewFeed, address: string): Finding[] {
  if (found.outcome === "here")
    return [
      {
        state: "fix",
        title: "Cette adresse mène à ce site.",
        advice: "Donnez celle du flux chez le nouvel hébergeur.",
      },
    ]
  if (found.outcome === "away")
    return [
      {
        state: "fix",
        title: found.reason,
        advice: "Vérifiez l’adresse chez le nouvel hébergeur, puis réessayez.",
      },
    ]
  return [...lacks(found), ...sendsOn(found, address)]
}

function lacks({ title, own, lacking, episodes }: Extract<NewFeed, { outcome: "there" }>): Finding[] {
  const name = title.slice(0, 100).toWellFormed()
  if (lacking.count === 0)
    return [
      {
        state: "good",
        title: `«\u00a0${name}\u00a0» a tous vos épisodes (${own.toLocaleString("fr-FR")}), sous les mêmes identifiants.`,
      },
    ]
  if (lacking.count === own && episodes > 0)
    return [
      {
        state: "fix",
        title: `«\u00a0${name}\u00a0» n’a aucun de vos épisodes sous le même identifiant.`,
        advice:
          "Est-ce le bon podcast\u202f? Si oui, le nouvel hébergeur a changé les identifiants\u00a0: les applications proposeraient chaque épisode une deuxième fois. Demandez-lui de garder ceux de ce flux.",
      },
    ]
  return [
    {
      state: "fix",
      title: `${nameLack(lacking)} chez le nouvel hébergeur, sur ${own.toLocaleString("fr-FR")}\u00a0: ${listLack(lacking)}`,
      advice:
        "Importez à nouveau ce flux là-bas. Certains hébergeurs ne reprennent que les plus récents\u00a0: demandez-leur le reste.",
    },
  ]
}

function sendsOn({ newFeedUrl }: Extract<NewFeed, { outcome: "there" }>, address: string): Finding[] {
  if (newFeedUrl === null || newFeedUrl === address) return []
  return [
    {
      state: "look",
      title: `Ce flux annonce lui-même une autre adresse\u00a0: ${newFeedUrl}`,
      advice: "C’est peut-être elle qu’il faut donner.",
    },
  ]
}
