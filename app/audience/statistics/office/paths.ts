/** The pages of the audience in the back office. */
export const OVERVIEW = "/admin/audience"
export const EPISODES = `${OVERVIEW}/episodes`
export const LISTENING = `${OVERVIEW}/listening`
export const VISITS = `${OVERVIEW}/site`
export const METHOD_PAGE = `${OVERVIEW}/method`
export const IMPORT_PAGE = `${OVERVIEW}/import`
