import { NodePgDatabase, type NodePgQueryResultHKT, NodePgSession } from "drizzle-orm/node-postgres"
import {
  PgDialect,
  PgSession,
  type PgTransaction,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from "drizzle-orm/pg-core"
import type pg from "pg"
import { requestContext } from "#app/kit/lib/request-context.server.ts"
import { runTransaction } from "./transaction-scope.server.ts"

/** How statements are sent over one pool. */
export type Session = NodePgSession<Record<string, never>, Record<string, never>>

const dialect = new PgDialect()

export function makeSession(pool: pg.Pool): Session {
  return new NodePgSession(pool, dialect, undefined, { logger: { logQuery: countQuery } })
}

/**
 * A database that is the same for good, whatever is opened and closed behind it.
 *
 * @param current the session of what is open then; throws when nothing is
 */
export function makeDatabase(current: () => Session): NodePgDatabase {
  return new NodePgDatabase(dialect, new CurrentSession(current), undefined)
}

class CurrentSession extends PgSession<NodePgQueryResultHKT> {
  readonly #current: () => Session

  constructor(current: () => Session) {
    super(dialect)
    this.#current = current
  }

  override prepareQuery<Config extends PreparedQueryConfig>(
    ...statement: Parameters<Session["prepareQuery"]>
  ) {
    return this.#current().prepareQuery<Config>(...statement)
  }

  override transaction<Result>(
    work: (tx: PgTransaction<NodePgQueryResultHKT>) => Promise<Result>,
    config?: PgTransactionConfig,
  ) {
    return runTransaction<Result>((inside) =>
      this.#current().transaction((tx) => inside(() => work(tx)), config),
    )
  }

  override count(...query: Parameters<Session["count"]>) {
    return this.#current().count(...query)
  }
}

function countQuery() {
  const context = requestContext.getStore()
  if (context) context.queries += 1
}
