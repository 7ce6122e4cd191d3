import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { PERIOD } from "#app/content/lists/content-lists.ts"
import { listType } from "#app/content/lists/list-type.ts"

/** The parameter and the value under which archived messages are listed. */
export const BOX = "dossier"
export const ARCHIVE = "archives"
/** The parameter that narrows the list down to what is done, or is not. */
export const STATE = "etat"
export const DONE = "traites"

const CANNOT_CHANGE = "Impossible de modifier le message"

/** How the list of messages is narrowed down, sorted and worked on. */
export const MESSAGES = listType({
  path: "/admin/messages",
  nouns: ["message", "messages"],
  filters: {
    [BOX]: {
      label: "Dossier",
      all: "Boîte de réception",
      choices: [{ value: ARCHIVE, label: "Archives" }],
      isElsewhere: true,
    },
    [STATE]: {
      label: "État",
      all: "Traités ou non",
      choices: [
        { value: "a-traiter", label: "À traiter" },
        { value: DONE, label: "Traités" },
      ],
    },
    lecture: {
      label: "Lecture",
      all: "Lus ou à lire",
      choices: [
        { value: "a-lire", label: "À lire" },
        { value: "lus", label: "Déjà lus" },
      ],
    },
    periode: PERIOD,
  },
  sorts: {
    boite: { label: "À lire d’abord", first: "desc" },
    date: { label: "Date", first: "desc" },
    nom: { label: "Nom", first: "asc" },
    sujet: { label: "Sujet", first: "asc" },
  },
  bulkActions: {
    read: {
      label: "Marquer comme lu",
      icon: "mail-open",
      done: ["Message marqué comme lu", "messages marqués comme lus"],
      failed: CANNOT_CHANGE,
    },
    unread: {
      label: "Marquer comme non lu",
      icon: "mail",
      done: ["Message marqué comme non lu", "messages marqués comme non lus"],
      failed: CANNOT_CHANGE,
    },
    done: {
      label: "Marquer comme traité",
      icon: "check",
      done: ["Message traité", "messages traités"],
      failed: CANNOT_CHANGE,
    },
    undone: {
      label: "Remettre à traiter",
      icon: "rotate-ccw",
      done: ["Message à traiter", "messages à traiter"],
      failed: CANNOT_CHANGE,
    },
    archive: {
      label: "Archiver",
      icon: "archive",
      done: ["Message archivé", "messages archivés"],
      failed: CANNOT_CHANGE,
    },
    restore: {
      label: "Remettre en réception",
      icon: "archive-restore",
      done: ["Message remis dans la boîte de réception", "messages remis dans la boîte de réception"],
      failed: CANNOT_CHANGE,
    },
    delete: {
      label: "Supprimer",
      icon: "trash",
      done: ["Message supprimé", "messages supprimés"],
      failed: "Impossible de supprimer le message",
      link: TO_BIN,
      loss: "Cette action est définitive.",
    },
  },
})
