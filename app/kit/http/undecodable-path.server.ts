import { createContext } from "react-router"

/**
 * The path of the page that was asked for, where it cannot be decoded: an old site's, in another encoding than UTF-8, or nonsense.
 * React Router, which would say so of each in the log, is shown the same with `%25` for `%`: a page that there is not.
 */
export const undecodablePathContext = createContext<string | null>(null)
