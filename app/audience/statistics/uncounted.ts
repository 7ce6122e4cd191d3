/** Where visitors read how they are counted, and may object. */
export const METHOD_PATH = "/mesure"

/** The cookie of who does not want to be counted. It says only that. */
export const UNCOUNTED_COOKIE = "cko_uncounted"

/** Whether a browser says that it is not to be counted. @param cookies as its `Cookie` header has them */
export const isUncounted = (cookies: string | undefined) =>
  cookies?.includes(`${UNCOUNTED_COOKIE}=1`) === true
