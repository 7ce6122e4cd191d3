import { parseArgs } from "node:util"

const MAX_WORKERS = 64

/**
 * What the command line of the launcher asks for.
 *
 * @returns `workers` from 1 to 64, undefined for one plain process
 * @throws ArgumentError with one French line
 */
export function readArguments(args: string[]) {
  const { dev: isDevelopment = false, workers } = parse(args)
  if (workers === undefined) return { isDevelopment, workers }
  const count = Number(workers)
  if (!/^\d+$/.test(workers) || count < 1 || count > MAX_WORKERS) {
    throw new ArgumentError(`--workers attend un nombre entier de 1 à ${MAX_WORKERS}, pas « ${workers} ».`)
  }
  if (isDevelopment) throw new ArgumentError(ONE_IN_DEVELOPMENT)
  return { isDevelopment, workers: count }
}

export class ArgumentError extends Error {
  override name = "ArgumentError"
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { dev: { type: "boolean" }, workers: { type: "string" } } }).values
  } catch {
    throw new ArgumentError(
      `Arguments non compris : ${args.join(" ")}. Il y a « --workers N » (N de 1 à ${MAX_WORKERS}) et « --dev ».`,
    )
  }
}

const ONE_IN_DEVELOPMENT = "--workers et --dev ne vont pas ensemble : --dev n’a qu’un processus."
