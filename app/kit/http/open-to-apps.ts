/** For what podcast apps in a browser read from here as well. It holds nothing personal. */
export const OPEN_TO_APPS = { "Access-Control-Allow-Origin": "*" }

/** For what pages of other sites show, such as the web players of podcast apps: pictures and sounds. */
export const SHOWN_ANYWHERE = { "Cross-Origin-Resource-Policy": "cross-origin" }
