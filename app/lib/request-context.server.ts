import { AsyncLocalStorage } from "node:async_hooks"

/** What is known of the request being answered, for its log line. */
export type RequestContext = { id: string; queries: number }

export const requestContext = new AsyncLocalStorage<RequestContext>()
