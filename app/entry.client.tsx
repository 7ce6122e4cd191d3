import { SESSION_CHANNEL } from "./accounts/auth/session-channel.ts"
import { recordViewEarly } from "./podcast/likes-and-views/record-view.ts"
import { parseLinkTime } from "./podcast/player/link-times.ts"
import { DEFERRED_SCRIPTS } from "./kit/http/deferred-scripts.ts"
import { isStarted, startLate } from "./kit/http/deferred-hydration.ts"

// The first that runs on every page, and all that runs for who only reads (docs/decisions/rendering.md): React is loaded at once
// unless the server named the page's scripts for later. Whether its routes are there does not tell: they import a part of
// this file, which then runs before them.
if (document.getElementById(DEFERRED_SCRIPTS)) {
  recordViewEarly()
  startLate(hydrate, parseLinkTime(location.search) !== undefined)
  reloadForSignedIn()
} else void hydrate()

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
