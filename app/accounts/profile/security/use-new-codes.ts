import { useFetcher } from "react-router"
import type { NewCodes } from "./factors-of-account.server.ts"
import type { SecurityResponse } from "./security-actions.server.ts"

/** The keys of the fetchers whose answers may bring codes. */
export const NEW_PASSKEY = "new-passkey"
export const RENEWAL = "renew-codes"

/** The codes that an answer just brought, as long as they are the person's newest. */
export function useNewCodes(response: SecurityResponse | undefined, madeAt: string | undefined) {
  const passkey = useFetcher<SecurityResponse | null>({ key: NEW_PASSKEY })
  const renewal = useFetcher<SecurityResponse | null>({ key: RENEWAL })
  return [response, passkey.data, renewal.data]
    .map((answer): NewCodes | undefined => answer?.codes)
    .find((codes) => codes !== undefined && codes.madeAt === madeAt)
}
