import { useSyncExternalStore } from "react"

export const knowsPasskeys = () => "PublicKeyCredential" in window

/** Whether this browser knows passkeys. @param before what is supposed until its scripts run */
export function useKnowsPasskeys(before = true) {
  return useSyncExternalStore(neverChanges, knowsPasskeys, () => before)
}

const neverChanges = () => () => {}
