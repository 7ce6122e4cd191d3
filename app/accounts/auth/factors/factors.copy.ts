/** Where people set up what proves who they are beside their password. */
export const SECURITY_PAGE = "/admin/settings/security"
export const SET_UP = "Ajouter un second facteur"

/** The answer to who owes a second factor for too long. */
export const FACTOR_OVERDUE = {
  title: "Second facteur requis",
  text: "Rien n’a été enregistré : l’administration ne s’ouvre plus sans second facteur. Ajoutez une application d’authentification ou une clé d’accès dans vos paramètres, puis recommencez.",
  links: [{ to: SECURITY_PAGE, label: SET_UP }],
}
