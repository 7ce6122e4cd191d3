import { type SQL, sql } from "drizzle-orm"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { managedType } from "#app/content/managed-type.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { each, together } from "#app/content/lists/bulk-actions.server.ts"
import { fieldColumns } from "#app/content/publication-columns.server.ts"
import { levels, supporters as table } from "#app/db/schema/supporters.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { listLevelChoices } from "#app/podcast/episodes/levels.server.ts"
import { areTooMany, networksADay } from "../feed/supporter-networks.server.ts"
import { PAYMENTS_PATH } from "../payments/payments.schema.ts"
import { spellUntil } from "./spell-until.ts"
import { supporterSchema } from "./supporter-form.schema.ts"
import * as supporters from "./supporters.server.ts"

const { isActive, today } = supporters
const level = sql<string | null>`(select l.name from ${levels} l where l.id = ${table}.level_id)`

/** In how many days ends what ends soon. */
const SOON_DAYS = 14

const STATES: Record<string, SQL> = {
  actif: isActive,
  bientot: sql`${table.until} between ${today} and ${today} + ${SOON_DAYS}::int`,
  termine: sql`${table.until} < ${today}`,
}

const WITHOUT_LEVEL = "aucun"

/** The back office of who supports the podcast. */
export const supporterType = managedType({
  kind: "supporter",
  holdsPeople: true,
  permission: "letters",
  label: "Soutiens",
  icon: "heart",
  words: wordsOf(
    { path: "/admin/supporters", title: "Soutiens", one: "soutien", many: "soutiens" },
    {
      searchLabel: "Rechercher un nom ou une adresse",
      emptyText: "Aucun soutien pour le moment\u00a0: ajoutez le premier, ou importez un tableau.",
      created: "Soutien ajouté\u202f!",
    },
  ),
  list: managedList({
    table,
    title: table.email,
    columns: {
      ...{ name: table.name, level, until: table.until, origin: table.origin, note: table.note },
      networks: networksADay,
    },
    filters: {
      etat: {
        ...filterBy("État", "Tous les états", {
          actif: "Actifs",
          bientot: "Bientôt terminés",
          termine: "Terminés",
          reseaux: "Trop d’appareils",
        }),
        where: (value) => (value === "reseaux" ? areTooMany() : STATES[value]),
      },
      palier: {
        ...filterBy("Palier", "Tous les paliers", { [WITHOUT_LEVEL]: "Sans palier" }),
        others: /^[1-9]\d{0,8}$/,
        find: async () =>
          (await listLevelChoices()).map(({ id, name }) => ({ value: String(id), label: name })),
        where: (value) =>
          value === WITHOUT_LEVEL ? sql`${table.levelId} is null` : sql`${table.levelId} = ${Number(value)}`,
      },
    },
    sorts: {
      ajout: { label: "Date d’ajout", first: "desc", index: [] },
      fin: { label: "Fin du soutien", first: "asc", index: [table.until] },
      adresse: { label: "Adresse", first: "asc", row: table.email },
      nom: { label: "Nom", first: "asc", row: sql`nullif(${table.name}, '')` },
    },
    bulkActions: {
      renew: {
        label: "Changer l’adresse du flux",
        icon: "refresh-cw",
        done: ["Adresse du flux changée", "adresses de flux changées"],
        failed: "Impossible de changer l’adresse du flux",
        loss: "L’adresse d’avant et celles de ses sons ne mènent plus à rien, sur aucun appareil.",
        run: together(supporters.renewFeeds),
      },
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Soutien supprimé", "soutiens supprimés"],
        failed: "Impossible de supprimer le soutien",
        loss: "Leurs données s’effacent tout de suite, sans passer par la corbeille.",
        run: each(supporters.deleteSupporter),
      },
    },
  }),
  row: ({ id, title, name, level, until, origin, networks }) => ({
    details: [name, level, spellUntil(until), origin, isMuch(networks) && `${networks} réseaux en un jour`],
    badge: badgeOf(until, networks),
    deletion: askDeletion({ id, email: title }),
  }),
  beside: [
    { to: PAYMENTS_PATH, label: "Paiements reçus", icon: "inbox" },
    { to: "/admin/supporters/import", label: "Importer", icon: "upload" },
  ],
  // The import takes it back as it is.
  csv: {
    "Adresse e-mail": ({ title }) => title,
    Nom: ({ name }) => name,
    Palier: ({ level }) => level,
    ...fieldColumns(supporterSchema, "until", "origin", "note"),
  },
  otherWords: "ajouter créer mécène donateur don adhérent tipeee helloasso",
  fields: {
    level: "palier",
    feedNumber: "adresse du flux",
    added: "ajoutés",
    changed: "modifiés",
    refused: "lignes refusées",
  },
  form: supporterSchema,
  store: {
    find: supporters.findSupporter,
    create: supporters.createSupporter,
    update: supporters.updateSupporter,
    remove: supporters.deleteSupporter,
  },
  formShows: async () => ({
    levels: await listLevelChoices(),
    welcomes: siteSettings().support.welcomes && sendsRealMail(),
  }),
  askDeletion,
})

const isMuch = (networks: number | null) => (networks ?? 0) > siteSettings().support.maxNetworks

function badgeOf(until: string | null, networks: number | null) {
  if (until !== null && until < toDay(new Date())) return { label: "Terminé" }
  return isMuch(networks) ? { label: "Trop d’appareils" } : undefined
}

function askDeletion({ id, email }: { id: number; email: string }): Question {
  return {
    question: "Êtes-vous sûr de vouloir supprimer ce soutien\u202f?",
    detail: `«\u00a0${email}\u00a0» s’efface tout de suite, avec ce que vous avez noté, sans passer par la corbeille. Cette action est définitive.`,
    fields: { intent: "delete", id: String(id) },
  }
}
