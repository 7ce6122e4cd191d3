import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { PERIOD } from "#app/content/lists/content-lists.ts"
import { type BulkAction, filterBy, listType } from "#app/content/lists/list-type.ts"
import type { IconName } from "#app/kit/ui/icon.tsx"

/** The parameter and the value under which archived messages are listed. */
export const BOX = "dossier"
export const ARCHIVE = "archives"
/** The parameter that narrows the list down to what is done, or is not. */
export const STATE = "etat"
export const TO_DO = "a-traiter"
export const DONE = "traites"

const change = (label: string, icon: IconName, done: BulkAction["done"]): BulkAction => ({
  label,
  icon,
  done,
  failed: "Impossible de modifier le message",
})

/** How the list of messages is narrowed down, sorted and worked on. */
export const MESSAGES = listType({
  path: "/admin/messages",
  nouns: ["message", "messages"],
  filters: {
    [BOX]: { ...filterBy("Dossier", "Boîte de réception", { [ARCHIVE]: "Archives" }), isElsewhere: true },
    [STATE]: filterBy("État", "Traités ou non", { [TO_DO]: "À traiter", [DONE]: "Traités" }),
    lecture: filterBy("Lecture", "Lus ou à lire", { "a-lire": "À lire", lus: "Déjà lus" }),
    periode: PERIOD,
  },
  sorts: {
    boite: { label: "À lire d’abord", first: "desc" },
    date: { label: "Date", first: "desc" },
    nom: { label: "Nom", first: "asc" },
    sujet: { label: "Sujet", first: "asc" },
  },
  bulkActions: {
    read: change("Marquer comme lu", "mail-open", ["Message marqué comme lu", "messages marqués comme lus"]),
    unread: change("Marquer comme non lu", "mail", [
      "Message marqué comme non lu",
      "messages marqués comme non lus",
    ]),
    done: change("Marquer comme traité", "check", ["Message traité", "messages traités"]),
    undone: change("Remettre à traiter", "rotate-ccw", ["Message à traiter", "messages à traiter"]),
    archive: change("Archiver", "archive", ["Message archivé", "messages archivés"]),
    restore: change("Remettre en réception", "archive-restore", [
      "Message remis dans la boîte de réception",
      "messages remis dans la boîte de réception",
    ]),
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: ["Message supprimé", "messages supprimés"],
      failed: "Impossible de supprimer le message",
      link: TO_BIN,
      toBin: true,
    },
  },
})
