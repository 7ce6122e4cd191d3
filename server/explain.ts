import { asCalled } from "./env.ts"

const FOR_OPERATORS = [
  "ArgumentError",
  "BuildError",
  "EnvironmentError",
  "EmbeddedDatabaseError",
  "MissingFileError",
  "NewerDatabaseError",
  "OutdatedDatabaseError",
  "PooledDatabaseError",
  "ReplicaError",
]
const UNREACHABLE = ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000"]

/** Why the start failed: one line for what an operator can mend; the whole error for what only a developer can. */
export function explain(error: unknown) {
  const said = explanationOf(error)
  return typeof said === "string" ? asCalled(said) : said
}

function explanationOf(error: unknown) {
  if (!(error instanceof Error)) return error
  if (FOR_OPERATORS.includes(error.name)) return error.message
  const { code, syscall, cause } = error as NodeJS.ErrnoException & { cause?: unknown }
  if (code === "EADDRINUSE") return "Ce port est déjà pris. Choisissez-en un autre avec PORT."
  // One process listens itself, several have the first bind.
  if (code === "EACCES" && ["listen", "bind"].includes(syscall ?? ""))
    return "Ce compte ne peut pas ouvrir ce port. Choisissez-en un à partir de 1024 avec PORT."
  const reason = (cause ?? error) as NodeJS.ErrnoException
  if (UNREACHABLE.includes(reason.code ?? "")) {
    return `La base PostgreSQL de DATABASE_URL ne répond pas : ${reason.message || reason.code}`
  }
  return error
}
