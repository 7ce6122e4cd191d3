import { desc, sql } from "drizzle-orm"
import type { LetterForm } from "#app/audience/letters/manage/letter-form.schema.ts"
import { createLetter } from "#app/audience/letters/manage/manage-letters.server.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ADVISORY_LOCKS } from "#app/db/advisory-locks.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { escapeMarkdown } from "#app/kit/lib/markdown/escape.ts"

/** By its subject the letter is known again, as long as it has not left. */
const SUBJECT = "Le podcast continue à une nouvelle adresse"

/** The letter that tells where the podcast continues, where one is written and has not left; undefined where none is. */
export async function findMovingLetter(on: typeof db | Transaction = db) {
  const { id, title, updatedAt, scheduledAt } = letters
  const [found] = await on
    .select({ id })
    .from(letters)
    .where(sql`${letters.state} = 'draft' and ${title} = ${SUBJECT}`)
    .orderBy(desc(updatedAt), desc(id))
    .limit(1)
    .unionAll(
      on
        .select({ id })
        .from(letters)
        .where(sql`${letters.state} = 'scheduled' and ${title} = ${SUBJECT}`)
        .orderBy(scheduledAt)
        .limit(1),
    )
  return found?.id
}

/** Writes a draft of that letter, unless there is one: also of two clicks at once only one writes. */
export function draftMovingLetter(authorId: string) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.movingLetter})`)
    const known = await findMovingLetter(tx)
    if (known !== undefined) return { id: known, isNew: false }
    const saved = await createLetter(write(), authorId, null, tx)
    if (saved.outcome !== "saved") throw new Error(`the letter was not saved: ${saved.outcome}`)
    return { id: saved.id, isNew: true }
  })
}

/** Whoever chose to hear of new episodes has to know where they are. */
function write(): LetterForm {
  const { podcast, feed } = siteSettings()
  const name = podcastName().isNamed ? escapeMarkdown(podcast.name) : "Le podcast"
  const address = feed.newAddress
  const paragraphs = [
    "Bonjour,",
    `**${name}** continue à une nouvelle adresse. Tous les épisodes y sont, et les prochains y paraîtront.`,
    "Si vous écoutez dans une application (Apple Podcasts, Spotify, Deezer, Pocket Casts…), vous n’avez rien à faire\u00a0: elle suit d’elle-même.",
    `Si aucun nouvel épisode n’y apparaît d’ici quelques semaines, cherchez «\u00a0${name}\u00a0» dans l’application, et abonnez-vous à nouveau${address ? ", ou donnez-lui l’adresse du nouveau flux\u00a0:" : "."}`,
    ...(address ? [`<${address}>`] : []),
    "À bientôt\u202f!",
  ]
  return {
    title: SUBJECT,
    previewText: "Votre application suit d’elle-même\u00a0: voici que faire si ce n’est pas le cas.",
    senderName: "",
    topic: "episodes",
    content: `${paragraphs.join("\n\n")}\n`,
    isArchived: true,
  }
}
