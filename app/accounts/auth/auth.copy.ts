/** What `passwordField` asks for. */
export const PASSWORD_RULES = "8 caractères au moins, dont une majuscule, une minuscule et un chiffre"
