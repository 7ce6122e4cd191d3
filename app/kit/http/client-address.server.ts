import { createContext } from "react-router"

/** The visitor's IP address, as far as it can be known. Personal data: count by its hash, never store or log it. */
export const clientAddressContext = createContext("unknown")
