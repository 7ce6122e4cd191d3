/** Where visitors search everything. */
export const SEARCH_PATH = "/recherche"
