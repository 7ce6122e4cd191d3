import { createContext } from "react-router"

/** The site's address as visitors type it (`https://cko.example`), without a slash at its end. */
export const publicUrlContext = createContext<string>()
