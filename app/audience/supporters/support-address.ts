/** Where visitors read how to support the podcast. */
export const SUPPORT = "/soutenir"
