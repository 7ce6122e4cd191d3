/** What makes this site this podcast. Change anything here; the texts of the pages follow. */
export const site = {
  name: "CKO",
  /** The three words behind the name, each a round of the concept. */
  concept: [
    {
      word: "Culture",
      text: "Le rap, le graffiti, la danse, le son : on remonte aux sources, on cite les anciens et on donne la parole à celles et ceux qui font la scène d’aujourd’hui.",
    },
    {
      word: "Knock",
      text: "On frappe à toutes les portes. Des questions franches, sans esquive ni complaisance, posées avec le respect que l’on doit à qui monte sur le ring.",
    },
    {
      word: "Out",
      text: "On sort du cadre. Une heure de conversation sans coupe, jusqu’à la cloche, pour dire ce qui ne tient pas dans un extrait de trente secondes.",
    },
  ],
  tagline: "Le podcast hip-hop qui ne jette pas l’éponge",
  description:
    "Le podcast francophone de la culture hip-hop : deux hôtes, un invité, une conversation sans esquive, du premier round jusqu’à la cloche.",
  mission:
    "CKO raconte le hip-hop francophone vu du bord du ring. Nous prenons le temps d’écouter celles et ceux qui l’écrivent, le dansent, le peignent et le produisent, et nous gardons leur parole entière.",
  hosts: [
    {
      name: "Awa Lindor",
      corner: "Coin rouge",
      role: "Voix, écriture, questions qui piquent",
      bio: "Ancienne danseuse devenue journaliste, Awa prépare chaque épisode comme un combat : elle connaît le palmarès de l’invité mieux que lui.",
    },
    {
      name: "Yanis Corvel",
      corner: "Coin or",
      role: "Son, archives, mauvaise foi assumée",
      bio: "Beatmaker et collectionneur de vinyles, Yanis retrouve l’échantillon oublié, lance le morceau au bon moment et ne concède jamais un round.",
    },
  ],
  figures: [
    { prefix: "plus de", value: "10M", label: "de vues en 4 mois" },
    { prefix: "", value: "2.7M", label: "de vues pour un seul invité" },
    { prefix: "plus de", value: "100K", label: "vues en 24 h" },
  ],
  /** The hero's second button: put the podcast's own address on its audio platform here. */
  audioLink: { label: "Écouter sur Spotify", url: "https://open.spotify.com/" },
  platforms: [
    { label: "YouTube", url: "https://www.youtube.com/" },
    { label: "Spotify", url: "https://open.spotify.com/" },
    { label: "Apple Podcasts", url: "https://podcasts.apple.com/" },
  ],
  socials: [
    { label: "Instagram", url: "https://www.instagram.com/" },
    { label: "TikTok", url: "https://www.tiktok.com/" },
    { label: "X", url: "https://x.com/" },
    { label: "Facebook", url: "https://www.facebook.com/" },
  ],
  /** Shown in the legal pages that come with the site, for who has a question about their data; empty when there is none. */
  contactEmail: "",
  copyrightYear: 2025,
} as const

/** How the site treats what visitors send. */
export const options: {
  /** `links`: a comment with links waits for approval, unless its author was published before. */
  moderation: "none" | "links"
  /** `automatic`: commenting subscribes to the newsletter. `checkbox`: only those who tick a box. */
  newsletterConsent: "automatic" | "checkbox"
} = {
  moderation: "none",
  newsletterConsent: "automatic",
}
