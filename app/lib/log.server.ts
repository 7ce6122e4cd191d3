import { pino } from "pino"
import { requestContext } from "./request-context.server.ts"

/** Structured logs on standard output. Never a name, an e-mail or IP address, nor what was searched. */
export const log = pino({
  base: undefined,
  mixin: () => {
    const context = requestContext.getStore()
    return context ? { requestId: context.id } : {}
  },
})
