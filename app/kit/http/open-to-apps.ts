/** For what podcast apps in a browser read from here as well. It holds nothing personal. */
export const OPEN_TO_APPS = { "Access-Control-Allow-Origin": "*" }
