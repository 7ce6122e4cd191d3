/** Over which the tabs of a browser tell each other whose page they show: a user's id, empty for nobody. */
export const SESSION_CHANNEL = "cko-session"
