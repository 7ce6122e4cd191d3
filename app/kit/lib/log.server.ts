import cluster from "node:cluster"
import { DrizzleQueryError } from "drizzle-orm"
import { pino } from "pino"
import { requestContext } from "./request-context.server.ts"

/** Structured logs on standard output, with the process where there are several. Never a name, an e-mail or IP address, nor what was searched. */
export const log = pino({
  base: cluster.isWorker ? { pid: process.pid } : undefined,
  mixin: () => {
    const context = requestContext.getStore()
    return context ? { requestId: context.id } : {}
  },
  serializers: { err: describeError },
})

/** The parameters of a failed query are what people wrote or searched for: they are left out. */
function describeError(error: Error) {
  const described = pino.stdSerializers.err(error)
  if (!(error instanceof DrizzleQueryError)) return described
  const parameters = `\nparams: ${error.params.join(",")}`
  return {
    ...described,
    params: undefined,
    message: described.message.replace(parameters, ""),
    stack: described.stack.replace(parameters, ""),
  }
}
