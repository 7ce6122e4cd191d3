import { desc } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { reasonOf } from "../../base/mail/mail-outcomes.server.ts"
import { greetMailServer } from "../../base/mail/smtp.server.ts"
import { BucketError } from "../../media/store/bucket-client.server.ts"
import { openStores } from "../../media/store/store.server.ts"
import { bounded } from "./bounded.server.ts"

type Asked = { outcome: "done" } | { outcome: "late" } | { outcome: "failed"; failure: MailFailure | null }

/** How the mail server takes the site's greeting; what it says in words goes nowhere. */
export async function askMailServer(): Promise<Asked> {
  const asked = await bounded("mail server", () =>
    greetMailServer().then(
      (): Asked => ({ outcome: "done" }),
      (error: unknown): Asked => ({ outcome: "failed", failure: reasonOf(error) }),
    ),
  )
  if (asked.outcome === "done") return asked.value
  return asked.outcome === "late" ? { outcome: "late" } : { outcome: "failed", failure: null }
}

/** The bucket that takes new files, and what is wrong with it; undefined where the disk takes them. */
export async function askBucket() {
  const { bucket } = getSettings()
  if (!bucket?.takesFiles) return undefined
  const asked = await bounded("bucket", () =>
    lookIntoBucket().then(
      () => undefined,
      (error: unknown) => spellFailure(error),
    ),
  )
  const failure =
    asked.outcome === "done" ? asked.value : asked.outcome === "late" ? "pas de réponse" : "échec"
  return { host: new URL(bucket.endpoint).host, name: bucket.name, failure }
}

/** A file that is there: of others some buckets say that nobody may see them. */
async function lookIntoBucket() {
  const [newest] = await db
    .select({ path: mediaFiles.path })
    .from(mediaFiles)
    .orderBy(desc(mediaFiles.id))
    .limit(1)
  await openStores(getSettings()).target.size(newest?.path ?? "sante/essai")
}

function spellFailure(error: unknown) {
  if (error instanceof BucketError) return `réponse ${error.status}`
  return reasonOf(error).code ?? "échec"
}
