import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { eq, sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { byCreation } from "#app/content/lists/content-rows.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { columnsOf } from "#app/content/versioned.server.ts"
import { letters } from "#app/db/schema/letters.server.ts"
import { formatLongDate, formatLongTime } from "#app/kit/lib/dates.ts"
import { LETTER_STATES, LETTER_TOPICS, type LetterState } from "#app/kit/lib/letters.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { letterAddress } from "../archive/archive-addresses.ts"
import { publishedLetters } from "../archive/published-letters.server.ts"
import { letterSchema } from "./letter-form.schema.ts"
import { LETTERS } from "./letter-list.ts"
import { ALREADY_LEAVING, badgeOfLetter, STATE_LABELS, TOPIC_LABELS } from "./letters.copy.ts"
import * as writes from "./manage-letters.server.ts"
import { findStarted } from "./started-letter.server.ts"

/** By state, how addresses call it. */
const STATE_PARAMETERS: Record<LetterState, string> = {
  draft: "brouillon",
  scheduled: "programmee",
  sending: "en-cours",
  paused: "en-pause",
  sent: "envoyee",
  stopped: "arretee",
}

/** The back office of letters: their list; they are written, tried and sent on a page of their own (letter.route.tsx). */
export const letterType = managedType({
  kind: "letter",
  hasDrafts: true,
  isWrittenOnPage: true,
  permission: "letters",
  label: "Lettres",
  icon: "send",
  words: LETTERS,
  list: managedList({
    table: letters,
    title: letters.title,
    columns: columnsOf(letters, "topic", "state", "scheduledAt", "publishedAt", "createdAt", "isArchived"),
    filters: {
      etat: {
        label: "État",
        all: "Tous les états",
        choices: LETTER_STATES.map((state) => ({
          value: STATE_PARAMETERS[state],
          label: STATE_LABELS[state],
        })),
        where: (value) => {
          const state = LETTER_STATES.find((one) => STATE_PARAMETERS[one] === value)
          return state && eq(letters.state, state)
        },
      },
      theme: {
        ...filterBy("Thème", "Tous les thèmes", TOPIC_LABELS),
        where: (value) => {
          const topic = LETTER_TOPICS.find((one) => one === value)
          return topic && eq(letters.topic, topic)
        },
      },
    },
    sorts: {
      creation: byCreation(letters),
      envoi: {
        label: "Date d’envoi",
        first: "desc",
        row: sql`coalesce(${letters.publishedAt}, ${letters.scheduledAt})`,
      },
      titre: { label: "Objet", first: "asc", row: letters.searchText },
      etat: {
        label: "État",
        first: "asc",
        row: sql`array_position(array['draft', 'scheduled', 'sending', 'paused', 'sent', 'stopped'], ${letters.state})`,
      },
    },
    bulkActions: {
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Lettre supprimée", "lettres supprimées"],
        failed: "Impossible de supprimer les lettres",
        link: TO_BIN,
        loss: "Seuls les brouillons et les lettres programmées se suppriment ici.",
        toBin: true,
        refused: "leur envoi a commencé",
      },
    },
  }),
  row: (letter) => {
    const { id, topic, state, scheduledAt, publishedAt, createdAt, isArchived } = letter
    return {
      details: [
        publishedAt ? `Partie le ${formatLongDate(publishedAt)}` : `Créée le ${formatLongDate(createdAt)}`,
        TOPIC_LABELS[topic],
      ],
      address: publishedAt && isArchived ? letterAddress(id) : undefined,
      badge: badgeOfLetter(state, scheduledAt ? formatLongTime(scheduledAt) : undefined),
      isFixed: !writes.isEditable(letter),
      links: [{ to: `${LETTERS.path}/new?copy=${id}`, label: "Dupliquer", icon: "copy" }],
    }
  },
  otherWords: "créer écrire envoyer newsletter e-mail abonnés",
  published: publishedLetters,
  form: letterSchema,
  store: {
    find: writes.findEditedLetter,
    create: writes.createLetter,
    update: writes.updateLetter,
    remove: writes.removeLetter,
  },
  async formShows(url, edited, _place, viewer) {
    const { mail, podcast } = siteSettings()
    const started = await findStarted(url, viewer)
    return {
      key: started?.title,
      started,
      isScheduled: edited?.state === "scheduled",
      sender: mail.senderName || podcast.name,
    }
  },
  isClosed: (letter) => !writes.isEditable(letter),
  cannotDeleteNow: ALREADY_LEAVING,
  // What is scheduled leaves by itself, with what it says by then.
  isDangerous: async (_form, { id = "" }) => writes.isScheduled(parseId(id) ?? 0),
})
