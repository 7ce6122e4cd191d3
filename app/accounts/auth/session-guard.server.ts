import { AsyncLocalStorage } from "node:async_hooks"
import { APIError } from "better-auth/api"
import { hasFactor } from "./factors/factors.server.ts"

/** What `guardSession` says by an `APIError` whose body names the account. */
export const FACTOR_REQUIRED = "FACTOR_REQUIRED"

const NEW_ACCOUNT = Symbol("an account that is made meanwhile")
const proved = new AsyncLocalStorage<string | typeof NEW_ACCOUNT>()

/** Sessions that `work` makes for this account, and for no other, are those of somebody who has proved their second factor. */
export function withFactorProved<Result>(userId: string, work: () => Promise<Result>) {
  return proved.run(userId, work)
}

/** For what makes an account together with its session: in that transaction nothing could be asked, and there is nothing to prove. */
export function withNewAccount<Result>(work: () => Promise<Result>) {
  return proved.run(NEW_ACCOUNT, work)
}

/**
 * Stands before every session that is made, by whatever way: that of an account with a factor is refused unless the
 * factor was proved on this way.
 *
 * @throws APIError `FACTOR_REQUIRED`
 */
export async function guardSession({ userId }: { userId: string }) {
  const proof = proved.getStore()
  if (proof === NEW_ACCOUNT || proof === userId || !(await hasFactor(userId))) return
  throw new APIError("FORBIDDEN", { code: FACTOR_REQUIRED, userId })
}
