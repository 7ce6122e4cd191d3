import { resolve } from "node:path"
import { z } from "zod"
import { CommandLineError, splitCommand } from "#app/kit/lib/command-line.ts"

const MINUTES = "TRANSCRIBE_MINUTES doit être un nombre entier de minutes compris entre 1 et 2880"

/** The host's program that writes down what is said in episodes (docs/operations.md). */
export const transcribeVariables = {
  TRANSCRIBE_COMMAND: z
    .string()
    .max(4_000, "TRANSCRIBE_COMMAND est trop longue")
    .transform((line, context) => {
      const read = readCommand(line)
      if (typeof read !== "string") return read
      context.addIssue({ code: "custom", message: `TRANSCRIBE_COMMAND\u00a0: ${read}` })
      return z.NEVER
    })
    .optional(),
  TRANSCRIBE_MINUTES: z.coerce.number(MINUTES).int(MINUTES).min(1, MINUTES).max(2_880, MINUTES).default(360),
}

/**
 * What the site was started with, without what is its own: its passwords and keys are none of the program's business.
 *
 * @param own names of the site's variables
 */
export function environmentOfCommand(variables: Record<string, string | undefined>, own: string[]) {
  const hidden = new Set(own)
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined || hidden.has(name) || /^(?:NODE_|npm_|PG)/.test(name) ? [] : [[name, value]],
    ),
  )
}

/** @returns its words, or what is wrong with it */
function readCommand(line: string) {
  try {
    const [program = "", ...words] = splitCommand(line)
    if (program === "") return "il n’y a pas de programme"
    if (!words.some((word) => /\{(?:input|wav)\}/.test(word)))
      return "il y manque {input} ou {wav}, sans quoi le programme ne reçoit pas de son"
    // It runs in a folder of its own, where another program would be meant.
    return [program.includes("/") ? resolve(program) : program, ...words]
  } catch (error) {
    if (error instanceof CommandLineError) return error.message
    throw error
  }
}
