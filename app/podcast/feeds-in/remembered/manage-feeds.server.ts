import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { respondToClick, respondToastFailure } from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { respondWithList } from "#app/content/lists/load-list.server.ts"
import { nameFeed } from "./feed-address.ts"
import type { RouterContextProvider } from "react-router"
import { findFeedWords, retryFeedWords } from "../words/feed-words-queue.server.ts"
import {
  describeArrivals,
  describeCounts,
  describeInterval,
  describeLastReading,
  describeNextReading,
  describeTrouble,
  forgettingOf,
} from "./remembered.copy.ts"
import { feedIntents, wordsIntents } from "./remembered.schema.ts"
import {
  askForReading,
  forgetFeed,
  listFeeds,
  resumeReading,
  stopReading,
} from "./remembered-feeds.server.ts"

/** What the import page says of the remembered feeds; without them, and with status 503, when they cannot be loaded. */
export async function loadFeeds(url: URL) {
  const { feedIntervalMinutes: minutes } = getSettings()
  const now = new Date()
  const [{ value, failed }, words] = await Promise.all([
    loadOr(listFeeds(), []),
    loadOr(findFeedWords(), NO_WORDS),
  ])
  const feeds = value.map((feed) => describe(feed, minutes, now))
  const forgetting = (parameters: URLSearchParams) => {
    const feed = feeds.find(({ id }) => String(id) === parameters.get("id"))
    return feed && forgettingOf(feed)
  }
  return respondWithList({
    feeds,
    question: await findAsked(url, { "forget-feed": forgetting }, "Flux non trouvé"),
    interval: minutes === 0 ? undefined : describeInterval(minutes),
    words: words.value,
    failure: failed ? "Impossible de charger les flux" : undefined,
  })
}

function describe(feed: Awaited<ReturnType<typeof listFeeds>>[number], minutes: number, now: Date) {
  const { id, url, imageUrl, websiteUrl, links, isAutomatic, isReading, arrivals, arrivedCount } = feed
  return {
    id,
    url,
    title: nameFeed(feed),
    imageUrl,
    isAutomatic,
    isReading,
    links: [...(websiteUrl ? [{ platform: "Site du podcast", url: websiteUrl }] : []), ...links],
    last: describeLastReading(feed, now),
    // What failed brought nothing: these are the figures of the reading before.
    counts: feed.error === null ? describeCounts(feed) : undefined,
    next: describeNextReading(feed, minutes, now),
    trouble: describeTrouble(feed, minutes, now),
    arrived: feed.arrivedAt && {
      title: describeArrivals(feed.arrivedAt, arrivedCount, now),
      episodes: arrivals,
      more: arrivedCount - arrivals.length,
    },
  }
}

const NO_WORDS = { waiting: 0, failedCount: 0, all: 0, failed: [] }

/** What can be done with a feed: how it is done, and what is said afterwards. */
const FEED_ACTIONS: Record<
  keyof typeof feedIntents,
  { run: (id: number) => Promise<boolean>; done: string; failed: string }
> = {
  "read-feed": {
    run: askForReading,
    done: "Lecture demandée",
    failed: "Impossible de relire ce flux",
  },
  "stop-feed": {
    run: stopReading,
    done: "Lecture automatique arrêtée",
    failed: "Impossible d’arrêter la lecture de ce flux",
  },
  "resume-feed": {
    run: resumeReading,
    done: "Lecture automatique reprise",
    failed: "Impossible de reprendre la lecture de ce flux",
  },
  "forget-feed": { run: forgetFeed, done: "Flux oublié", failed: "Impossible d’oublier ce flux" },
}

/** Does what a form of a remembered feed asks for. */
export async function runFeeds(context: Readonly<RouterContextProvider>, request: Request) {
  const form = await readForm(request)
  const asked = parseIntent(form, { ...feedIntents, ...wordsIntents })
  if (asked.intent === "retry-words")
    return respondToClick(
      async () => (await retryFeedWords()) > 0 && "Nouvelle lecture demandée",
      "Il n’y a rien à relire",
    )
  // From then on the site is written to by whoever writes the feed.
  if (asked.intent === "resume-feed") await requireReauthentication(context, form)
  const { run, done, failed } = FEED_ACTIONS[asked.intent]
  if (!asked.ok) return respondToastFailure(failed, 404)
  return respondToClick(async () => {
    if (!(await run(asked.value.id))) return false
    return done
  }, failed)
}
