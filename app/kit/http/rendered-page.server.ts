import { createContext } from "react-router"

/**
 * The page that a request was answered with, beside its response: React Router looks into each response, and a body would
 * become a stream by that, which costs as much as a tenth of the page.
 */
export const renderedPageContext = createContext<Uint8Array<ArrayBuffer> | null>(null)

/** What a page was drawn with, and how the page names it. */
export type PageData = { name: string; text: string }

/** Takes a page's data from who renders it; without it the page holds them itself. */
export const keepDataContext = createContext<((data: PageData) => void) | undefined>(undefined)
