/** Every kind of public page of the starter content: its main heading, and something only its content says. */
export const PUBLIC_PAGES = [
  { path: "/", heading: "Culture Knock Out", text: "L’uppercut à voix basse" },
  { path: "/episodes", heading: "Épisodes", text: "La couronne se partage" },
  { path: "/episodes?q=dalle", heading: "Épisodes", text: "L’été où la dalle s’est mise à tourner" },
  { path: "/episodes/10", heading: "L’uppercut à voix basse", text: "À écouter au casque, et jusqu’au bout" },
  { path: "/episodes/5", heading: "Rentrer tard, écrire tôt", text: "Elle n’aime pas les photos" },
  { path: "/episodes/10/integrer", heading: "Intégrer", text: "Code à copier" },
  { path: "/news", heading: "Actualités Hip-Hop", text: "La newsletter sonne la cloche" },
  {
    path: "/news?tab=galeries",
    heading: "Actualités Hip-Hop",
    text: "Un mur de quarante mètres repeint par tout un quartier",
  },
  { path: "/blog", heading: "Blog", text: "La cassette, ce réseau de poche" },
  {
    path: "/blog/la-cassette-ce-reseau-de-poche",
    heading: "La cassette, ce réseau de poche",
    text: "Une fête dans une boîte",
  },
  { path: "/about", heading: "À propos", text: "Notre mission" },
  { path: "/recherche?q=dalles", heading: "Avis de Recherche", text: "1 résultat pour" },
  { path: "/contact", heading: "Contact", text: "Rejoindre l’équipe" },
  { path: "/ecouter", heading: "Écouter", text: "Dans votre application" },
  { path: "/lettres", heading: "Lettres", text: "Ce que nous écrivons à nos abonnés" },
  { path: "/newsletter", heading: "Newsletter", text: "Votre adresse e-mail" },
  { path: "/soutiens", heading: "Espace des soutiens", text: "Recevoir mon lien" },
  { path: "/newsletter/links", heading: "Recevoir mes liens", text: "L’adresse qui reçoit la newsletter" },
  { path: "/page/mentions-legales", heading: "Mentions légales", text: "Éditeur du site" },
]

/** The addresses that answer 404. */
export const MISSING_PAGES = [
  { path: "/nulle-part", heading: "404", text: "Page not found" },
  { path: "/episodes/8", heading: "Épisode non trouvé", text: "Tous les épisodes" },
  { path: "/lettres/99999", heading: "Lettre non trouvée", text: "Toutes les lettres" },
  { path: "/newsletter/confirm?key=faux", heading: "Lien expiré", text: "Recommencer l’inscription" },
  { path: "/soutiens/lien?key=faux", heading: "Lien expiré", text: "Recevoir un nouveau lien" },
  { path: "/newsletter/preferences?key=faux", heading: "Lien inconnu", text: "Recevoir mes liens" },
  { path: "/newsletter/unsubscribe?key=faux", heading: "Lien inconnu", text: "Nous écrire" },
]
