import { AsyncLocalStorage } from "node:async_hooks"

/** Who asks the pool inside a transaction has forgotten to pass the transaction on. */
export class OutsideTransactionError extends Error {
  override name = "OutsideTransactionError"
}

/** What a transaction set off may go on after it, and is free then. */
type Scope = { isOver: boolean; afterwards: (() => void)[] }

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs a transaction that has a connection of its own.
 *
 * @param transact from its beginning to its commit; what `inside` is given are its statements
 */
export async function runTransaction<Result>(
  transact: (inside: (work: () => Promise<Result>) => Promise<Result>) => Promise<Result>,
) {
  const scope: Scope = { isOver: false, afterwards: [] }
  const result = await transact((work) => scopes.run(scope, work)).finally(() => (scope.isOver = true))
  for (const work of scope.afterwards) work()
  return result
}

/** Does something once the transaction under way is committed (not if it never is), or at once where there is none. */
export function afterCommit(work: () => void) {
  const scope = scopes.getStore()
  if (scope?.isOver === false) scope.afterwards.push(work)
  else work()
}

/**
 * Who asks for another connection while they hold one would see other data than their transaction does, and, when all
 * connections are held so, wait for ever.
 *
 * @throws OutsideTransactionError inside a transaction
 */
export function refuseInsideTransaction() {
  if (scopes.getStore()?.isOver === false)
    throw new OutsideTransactionError("asked outside the transaction under way: pass its `tx` on")
}
