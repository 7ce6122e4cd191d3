/** The fields of the forms of content, as the forms call them. */
const LABELS: Record<string, string> = {
  title: "Titre",
  guest: "Invité",
  hasNoGuest: "Épisode sans invité",
  season: "Saison",
  number: "Numéro (round)",
  description: "Description",
  youtubeUrl: "URL YouTube",
  spotifyUrl: "URL Spotify",
  thumbnailUrl: "URL de la miniature",
  publicationDay: "Date de publication",
  isPublished: "Publié",
  mediaType: "Type de média",
  mediaUrl: "URL du média",
  category: "Catégorie",
  content: "Contenu",
  externalUrl: "Lien externe",
  slug: "Slug",
  coverImageUrl: "Image de couverture",
  excerpt: "Extrait",
  metaDescription: "Meta Description",
}

export const labelOf = (field: string) => LABELS[field] ?? field
