import type { RouterContextProvider } from "react-router"
import { explainRefusal, getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import type { Sender } from "#app/content/manager.server.ts"

/** Who sends a form of the back office. */
export function senderIn(context: Readonly<RouterContextProvider>): Sender {
  const viewer = getViewer(context)
  return {
    viewer,
    reauthenticate: (form) => requireReauthentication(context, form),
    explain: (permission) => explainRefusal(viewer, permission),
  }
}
