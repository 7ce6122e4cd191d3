export const NAVIGATION = [
  { to: "/", label: "Accueil" },
  { to: "/episodes", label: "Épisodes" },
  { to: "/news", label: "Actualités" },
  { to: "/about", label: "À propos" },
  { to: "/contact", label: "Contact" },
]
