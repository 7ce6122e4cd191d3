export const CANNOT_POST = "Impossible de poster le commentaire"
export const CANNOT_DELETE = "Impossible de supprimer le commentaire"
/** For who wanted to reply. */
export const PARENT_GONE =
  "Le commentaire auquel vous répondiez n’est plus là. Vous pouvez publier votre texte à part."
export const CLOSED = "Les commentaires sont fermés."

/** Replies are counted up to here. */
export const MAX_COUNTED_REPLIES = 1_000
