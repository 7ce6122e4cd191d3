import { askForNewerVersions } from "./ask-for-newer.server.ts"
import { backUpDaily, backUpElsewhere, backUpWhenAsked } from "./back-up.server.ts"
import { copies, lookForCopies } from "./copy-files.server.ts"
import { deleteOldData, deleteOldVisits, deleteUnfinishedUploads } from "./delete-old.server.ts"
import { fillSearch } from "./fill-search.server.ts"
import { importSubscribers } from "./import-subscribers.server.ts"
import { foldAudience } from "./fold-audience.server.ts"
import type { Job } from "./job.server.ts"
import { readBounces } from "./read-bounces.server.ts"
import { readFeeds } from "./read-feeds.server.ts"
import { sendMails } from "./send-mails.server.ts"
import { tellCdn } from "./tell-cdn.server.ts"
import { tellHub } from "./tell-hub.server.ts"
import { writeAutomaticLetters } from "./write-automatic-letters.server.ts"

/** All that a site does by itself in its own process; what is heavy has processes of its own (server/worker-launcher.ts). */
export const JOBS: Job[] = [
  sendMails,
  importSubscribers,
  readFeeds,
  tellHub,
  tellCdn,
  readBounces,
  writeAutomaticLetters,
  deleteOldData,
  deleteUnfinishedUploads,
  deleteOldVisits,
  foldAudience,
  lookForCopies,
  ...copies,
  fillSearch,
  backUpDaily,
  backUpWhenAsked,
  backUpElsewhere,
  askForNewerVersions,
]
