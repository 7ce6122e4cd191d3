import { list } from "../setting.server.ts"

const ENTRY = {
  label: { label: "Nom", kind: "text" },
  to: { label: "Page ou adresse", kind: "page" },
  isHidden: { label: "Masquer", kind: "switch" },
} as const
const HELP = "Une page de ce site ou une autre adresse."

const entry = (label: string, to: string) => ({ label, to, isHidden: false })

/** The entries of the header's and the footer's menus. */
export const navigation = {
  header: list("Menu", ENTRY, {
    help: `En haut de chaque page. ${HELP} Une page renommée ici l’est aussi dans son titre, à l’accueil et au pied de page.`,
    one: "une entrée",
    most: 10,
    needs: ["to"],
    isOnEveryPage: true,
    default: [
      entry("Accueil", "/"),
      entry("Épisodes", "/episodes"),
      entry("Actualités", "/news"),
      entry("À propos", "/about"),
      entry("Contact", "/contact"),
    ],
  }),
  footer: list("Le site", ENTRY, {
    help: `La première colonne au pied de chaque page. ${HELP}`,
    one: "une entrée",
    most: 12,
    needs: ["to"],
    isOnEveryPage: true,
    default: [
      entry("Accueil", "/"),
      entry("Épisodes", "/episodes"),
      entry("À propos", "/about"),
      entry("Contact", "/contact"),
    ],
  }),
  reading: list("À lire", ENTRY, {
    help: `La seconde colonne au pied de chaque page. ${HELP}`,
    one: "une entrée",
    most: 12,
    needs: ["to"],
    isOnEveryPage: true,
    default: [entry("Actualités", "/news"), entry("Blog", "/blog")],
  }),
}
