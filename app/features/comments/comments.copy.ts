export const CANNOT_POST = "Impossible de poster le commentaire"
export const CANNOT_DELETE = "Impossible de supprimer le commentaire"
export const CLOSED = "Les commentaires sont fermés."
