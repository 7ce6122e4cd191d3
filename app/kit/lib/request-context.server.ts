import { AsyncLocalStorage } from "node:async_hooks"

/** What is known of the request being answered: for its log line, and whether it failed for want of a database. */
export type RequestContext = { id: string; queries: number; isDatabaseDown?: boolean }

export const requestContext = new AsyncLocalStorage<RequestContext>()
