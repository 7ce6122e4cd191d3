import type pg from "pg"
import { WatchedClient } from "./watched-pool.server.ts"

/** While others use the pooler, too, the connection that it gives next may for once be the same. */
const ROUNDS = 3

/**
 * Locks, what is listened to, what is set and what is prepared last as long as a connection, and a migration's lock that stays behind on one
 * that nobody has any more lets the next process wait for ever. So two connections must be two of the server's, also between transactions.
 *
 * @param variable where the address stands
 * @throws PooledDatabaseError where something in between gives each transaction any connection
 */
export async function refuseSharedConnections(connectionString: string, variable = "DATABASE_URL") {
  const [one, other] = [new WatchedClient({ connectionString }), new WatchedClient({ connectionString })]
  try {
    await one.connect()
    await other.connect()
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await backendOf(one)
      await other.query("begin")
      if ((await backendOf(other)) === before || (await backendOf(one)) !== before)
        throw new PooledDatabaseError(variable)
      await other.query("rollback")
    }
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** Also of several servers behind one address. */
async function backendOf(client: pg.Client) {
  const { rows } = await client.query<{ backend: string }>(
    "select concat_ws(' ', pg_backend_pid(), pg_postmaster_start_time()) as backend",
  )
  return rows[0]?.backend
}

export class PooledDatabaseError extends Error {
  override name = "PooledDatabaseError"

  constructor(variable: string) {
    super(
      `${variable} mène à PostgreSQL par un intermédiaire qui donne une autre connexion à chaque transaction (PgBouncer avec ` +
        "pool_mode = transaction, par exemple) : les verrous, les notifications et les requêtes préparées du site s’y perdraient. Réglez-le sur " +
        "pool_mode = session, ou donnez l’adresse directe de la base.",
    )
  }
}
