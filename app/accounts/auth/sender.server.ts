import type { RouterContextProvider } from "react-router"
import type { Sender } from "#app/content/run-manager.server.ts"
import { explainRefusal, getViewer } from "./guard.server.ts"
import { requireReauthentication } from "./reauthentication/reauthentication.server.ts"

/** Who sends a form of the back office. */
export function senderIn(context: Readonly<RouterContextProvider>): Sender {
  const viewer = getViewer(context)
  return {
    viewer,
    reauthenticate: (form) => requireReauthentication(context, form),
    explain: (permission) => explainRefusal(viewer, permission),
  }
}
