/** The field in which a form brings along the password that re-authenticates who sends it. */
export const REAUTHENTICATION_FIELD = "proof"

/** The page that asks for re-authentication before what has no form; `?back=` is where it leads then, `?file=` what is sent there. */
export const CONFIRM_PATH = "/admin/confirm"

/** Where the browser asks whether re-authentication is needed, and sends it (`reauthentication.route.ts`). */
export const REAUTHENTICATION_PATH = "/admin/proof"

/** Before most dangerous actions, how old the last authentication may be, in seconds. */
export const AUTHENTICATION_AGE_S = 15 * 60
/** The same before changes to second factors and passkeys. */
export const FACTOR_AUTHENTICATION_AGE_S = 5 * 60

export const CONFIRM_TITLE = "Confirmez que c’est vous"
export const CONFIRM_REASON =
  "Cette action est sensible : le site veut être sûr que personne d’autre n’est devant votre écran."
export const PASSKEY_FAILED = "Cette clé d’accès n’a pas été reconnue"
export const NO_PASSKEY = "Aucune clé d’accès n’a été utilisée"
