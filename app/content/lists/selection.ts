/** The form that the boxes of a list belong to, for who has no scripts. */
export const SELECTION = "selection"
