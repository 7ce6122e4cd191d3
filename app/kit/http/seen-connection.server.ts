import { createContext } from "react-router"

/** How a request came in, as far as only the server knows: for the page that looks at proxies and `PUBLIC_URL`. */
export type SeenConnection = {
  /** How many proxies of our own are trusted (`TRUST_PROXY`). */
  trustedProxies: number
  /** The host that was asked for, by the `Host` header. */
  host: string
  /** The names under which the site takes what is written. */
  ownNames: readonly string[]
}

export const seenConnectionContext = createContext<SeenConnection>({
  trustedProxies: 0,
  host: "",
  ownNames: [],
})
