import { useShownSite } from "./use-shown-site.ts"
import type { ShownPodcast } from "./shown-podcast.server.ts"

/** The podcast as the frame of every page shows it; bare where the root itself could not be loaded. */
export function usePodcast() {
  return useShownSite()?.podcast ?? NOTHING_KNOWN
}

const NOTHING_KNOWN: ShownPodcast = {
  name: "",
  tagline: "",
  copyright: "",
  cover: "",
  asksConsent: false,
  texts: {
    isNeutral: true,
    round: "Épisode",
    newsTitle: "Actualités",
    newsDescription: "",
    blogDescription: "",
    guestsTitle: "",
    noComments: "",
    newsletterTitle: "",
    newsletterWelcome: "",
    contactIntro: "",
    contactPartners: "",
    contactGuests: "",
    contactQuestions: "",
    joinTeam: "",
    notFound: "Page not found",
    notFoundHint: "",
    categories: {},
  },
  pageNames: {},
  platforms: [],
  socials: [],
  menus: { header: [{ label: "Accueil", to: "/" }], footer: [], reading: [] },
}
