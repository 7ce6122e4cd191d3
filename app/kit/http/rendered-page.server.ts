import { createContext } from "react-router"

/**
 * The page that a request was answered with, beside its response: React Router looks into each response, and a body would
 * become a stream by that, which costs as much as a tenth of the page.
 */
export const renderedPageContext = createContext<Uint8Array<ArrayBuffer> | null>(null)
