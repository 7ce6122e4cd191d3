import { list } from "../setting.server.ts"

/** An address of another site, and what it is called. */
export const LINK = {
  label: { label: "Nom", kind: "text" },
  url: { label: "Adresse", kind: "url" },
} as const

/** Where else the podcast is. */
export const links = {
  platforms: list("Plateformes d’écoute", LINK, {
    help: "Au pied de chaque page et sous les épisodes, pour s’abonner.",
    one: "une plateforme",
    most: 12,
    needs: ["url"],
    isOnEveryPage: true,
    words: "spotify apple deezer youtube abonner",
    default: [
      { label: "YouTube", url: "https://www.youtube.com/" },
      { label: "Spotify", url: "https://open.spotify.com/" },
      { label: "Apple Podcasts", url: "https://podcasts.apple.com/" },
    ],
    elsewhere: [],
  }),
  socials: list("Réseaux sociaux", LINK, {
    help: "Au pied de chaque page.",
    one: "un réseau",
    most: 12,
    needs: ["url"],
    isOnEveryPage: true,
    words: "instagram tiktok facebook x",
    default: [
      { label: "Instagram", url: "https://www.instagram.com/" },
      { label: "TikTok", url: "https://www.tiktok.com/" },
      { label: "X", url: "https://x.com/" },
      { label: "Facebook", url: "https://www.facebook.com/" },
    ],
    elsewhere: [],
  }),
}
