import { createContext } from "react"

type Target = {
  to: string
  /** Of the fetcher that sends them (`useFetcher`). */
  key: string
}

/** Where the forms of a part of a page are sent, where that is another page's: one stays, and the answer comes by the fetcher. */
export const FormTarget = createContext<Target | undefined>(undefined)
