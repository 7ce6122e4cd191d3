/** The field in which a form brings along what proves who sends it. */
export const PROOF = "proof"

/** A proof of the last quarter of an hour is good for most deeds. */
export const PROOF_AGE_S = 15 * 60

export const CONFIRM_TITLE = "Confirmez que c’est vous"
export const CONFIRM_REASON =
  "Cette action est sensible, et vous n’avez pas donné votre mot de passe depuis un moment."
