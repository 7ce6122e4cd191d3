import { list } from "../setting.server.ts"

const ENTRY = {
  label: { label: "Nom", kind: "text" },
  to: { label: "Page ou adresse", kind: "page" },
  isHidden: { label: "Masquer", kind: "switch" },
} as const
const HELP = "Une page de ce site ou une autre adresse."

/** The pages of the site that a menu may lead to, and what they are called unless hosts call them otherwise. */
export const PAGE_NAMES = {
  "/": "Accueil",
  "/episodes": "Épisodes",
  "/news": "Actualités",
  "/blog": "Blog",
  "/lettres": "Lettres",
  "/newsletter": "Newsletter",
  "/ecouter": "Écouter",
  "/soutenir": "Soutenir",
  "/about": "À propos",
  "/contact": "Contact",
  "/recherche": "Recherche",
}

const entry = (to: keyof typeof PAGE_NAMES) => ({ label: PAGE_NAMES[to], to, isHidden: false })

/** The entries of the header's and the footer's menus. */
export const navigation = {
  header: list("Menu", ENTRY, {
    help: `En haut de chaque page. ${HELP} Une page renommée ici l’est aussi dans son titre, à l’accueil et au pied de page.`,
    one: "une entrée",
    most: 10,
    needs: ["to"],
    isOnEveryPage: true,
    words: "navigation barre liens",
    default: [entry("/"), entry("/episodes"), entry("/news"), entry("/about"), entry("/contact")],
  }),
  footer: list("Le site", ENTRY, {
    help: `La première colonne au pied de chaque page. ${HELP}`,
    one: "une entrée",
    most: 12,
    needs: ["to"],
    isOnEveryPage: true,
    words: "pied de page liens",
    default: [entry("/"), entry("/episodes"), entry("/about"), entry("/contact")],
  }),
  reading: list("À lire", ENTRY, {
    help: `La seconde colonne au pied de chaque page. ${HELP}`,
    one: "une entrée",
    most: 12,
    needs: ["to"],
    isOnEveryPage: true,
    default: [entry("/news"), entry("/blog")],
  }),
}
