/** For how long the sound of an episode is for supporters only. */
export const RESERVED_FOR = ["nobody", "days", "until", "always"] as const

/** How hosts call what is for all supporters, whatever they give. */
export const NO_LEVEL = "Tous les soutiens"
