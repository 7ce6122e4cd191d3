import cluster from "node:cluster"
import { DrizzleQueryError } from "drizzle-orm"
import { pino } from "pino"
import { lineForPeople } from "./log-lines.ts"
import { requestContext } from "./request-context.server.ts"

export type LogFormat = "json" | "text"
let format: LogFormat = process.stdout.isTTY ? "text" : "json"
const json = pino.destination(1)

/** Structured logs on standard output, with the process where there are several. Never a name, an e-mail or IP address, nor what was searched. */
export const log = pino(
  {
    base: cluster.isWorker ? { pid: process.pid } : undefined,
    mixin: () => {
      const context = requestContext.getStore()
      return context ? { requestId: context.id } : {}
    },
    serializers: { err: describeError },
  },
  {
    write(line: string) {
      const shown = format === "json" ? line : lineForPeople(line)
      if (shown) json.write(shown)
    },
  },
)

/** Lines of JSON for machines, or what matters in words for who sits at a terminal, which is found out unless it is said. */
export function setLogFormat(wanted: LogFormat | undefined) {
  if (wanted) format = wanted
}

export const getLogFormat = () => format

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
