import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { connectionPool } from "#app/db/client.server.ts"
import { whileLeased } from "#app/kit/lib/leases.ts"

const HEARTBEAT_MS = 5_000
/** A sender that says nothing for so long has lost its machine, or stands still: the server lets another one send. */
const TIMEOUT = "set idle_session_timeout = '30s'"
const LOCK = `select pg_try_advisory_lock(${ADVISORY_LOCKS.letters}) as "isFree"`

/**
 * Makes this process the one of a database that sends letters, for as long as a connection of its own lasts. One leads
 * (docs/decisions/jobs.md) and starts its sender, but one that is thought dead may have a living one.
 *
 * @param onLost another one may send from now on
 * @returns the function that lets another one send; undefined while another one does
 */
export async function takeSenderLock(onLost: () => void) {
  const connection = await connectionPool().connect()
  try {
    const { rows } = await connection.query<{ isFree: boolean }>(LOCK)
    if (!rows[0]?.isFree) {
      connection.release()
      return undefined
    }
    await connection.query(TIMEOUT)
  } catch (error) {
    connection.release(true)
    throw error
  }
  connection.once("end", onLost)
  const ended = Promise.withResolvers<void>()
  const beating = whileLeased(
    () => connection.query("select 1"),
    () => ended.promise,
    HEARTBEAT_MS,
  )
  return async () => {
    ended.resolve()
    connection.off("end", onLost)
    await beating
    await connection.query("select pg_advisory_unlock_all()").catch(() => {})
    connection.release(true)
  }
}
