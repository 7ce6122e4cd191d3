/** What a form sends to ask those who may publish to look at it. */
export const REVIEW = { name: "review", value: "on" }
