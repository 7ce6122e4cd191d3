import { SESSION_CHANNEL } from "./features/auth/session-channel.ts"
import { openEarly } from "./features/likes/opening.ts"
import { isStarted, startLate } from "./http/deferred-hydration.ts"

// The first that runs on every page, and all that runs for who only reads (docs/decisions/016): React is loaded at once
// only where the server wrote the page's scripts to run at once.
if ("__reactRouterRouteModules" in window) void hydrate()
else {
  openEarly()
  startLate(hydrate)
  reloadForSignedIn()
}

async function hydrate() {
  const { hydrate: start } = await import("./hydrate.tsx")
  start()
}

/** Somebody signed in in another tab: an untouched page is simply theirs, too. */
function reloadForSignedIn() {
  new BroadcastChannel(SESSION_CHANNEL).addEventListener("message", ({ data: viewerId }) => {
    if (viewerId && !isStarted()) location.reload()
  })
}
