/** Whoever sends one of these gets pages of their own, which nobody keeps. */
/** Part of its name, with and without the prefix that it has behind https. */
export const SESSION_COOKIE = "cko.session_token"
export const TOAST_COOKIE = "cko_toast"
export const PERSONAL_COOKIES = [SESSION_COOKIE, TOAST_COOKIE]
