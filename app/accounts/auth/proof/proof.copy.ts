/** The field in which a form brings along what proves who sends it. */
export const PROOF = "proof"

/** The page that asks for a proof for what has no form; `?back=` is where it leads then. */
export const CONFIRM_PATH = "/admin/confirm"

/** Where the browser asks whether a proof is needed, and sends it (`proof.route.ts`). */
export const PROOF_PATH = "/admin/proof"

/** For most dangerous actions a proof counts for so long, in seconds. */
export const PROOF_AGE_S = 15 * 60
/** For changes to second factors and passkeys a proof counts for less long, in seconds. */
export const FACTOR_PROOF_AGE_S = 5 * 60

export const CONFIRM_TITLE = "Confirmez que c’est vous"
export const CONFIRM_REASON =
  "Cette action est sensible : le site veut être sûr que personne d’autre n’est devant votre écran."
export const PASSKEY_FAILED = "Cette clé d’accès n’a pas été reconnue"
export const NO_PASSKEY = "Aucune clé d’accès n’a été utilisée"
