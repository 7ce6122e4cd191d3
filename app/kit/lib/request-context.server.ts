import { AsyncLocalStorage } from "node:async_hooks"

/** What is known of the request being answered: for its log line and its measure, and whether it failed for want of a database. */
export type RequestContext = {
  id: string
  queries: number
  isDatabaseDown?: boolean
  /** The pattern of the route that answers, where a page's does. */
  route?: string
}

export const requestContext = new AsyncLocalStorage<RequestContext>()
