export const SIGN_OUT = "/auth/sign-out"
export const SIGN_OUT_LABEL = "Déconnexion"
export const CANNOT_SIGN_OUT = "Impossible de se déconnecter"
