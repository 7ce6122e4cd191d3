import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm"
import { TO_BIN } from "#app/content/bin/bin-address.ts"
import { PERIOD, STATE } from "#app/content/lists/content-lists.ts"
import { whereSince } from "#app/content/lists/content-rows.server.ts"
import { filterBy } from "#app/content/lists/list-type.ts"
import { managedList } from "#app/content/lists/managed-list.server.ts"
import { wordsOf } from "#app/content/managed-type.ts"
import { listedType } from "#app/content/managed-type.server.ts"
import { columnsOf } from "#app/content/versioned.server.ts"
import { settings } from "#app/db/schema/accounts.server.ts"
import { media, mediaFiles, mediaUses } from "#app/db/schema/media.server.ts"
import { fieldWords } from "#app/kit/form/field-facts.ts"
import { MEDIA_KINDS } from "#app/kit/lib/media.ts"
import { KINDS, MEDIA_PATH } from "../media.copy.ts"
import { mediumSchema } from "./medium-form.schema.ts"
import { settingNames } from "./uses.server.ts"

const isUsed = sql<boolean>`(exists (select from ${mediaUses} where ${mediaUses.mediumId} = ${media.id})
  or exists (select from ${settings} where ${settingNames(media.key)}))`

/** As wide as what a list shows of a picture, on a screen with twice the points. */
const THUMBNAIL_WIDTH = 320
const thumbnail = sql<string | null>`(
  select name from ${mediaFiles} as file
  where file.medium_id = ${media.id} and file.role = 'variant' and file.type = 'image/webp'
  order by abs(file.width - ${THUMBNAIL_WIDTH}), file.name limit 1)`

const STATES: Record<string, SQL | undefined> = {
  inutilises: sql`not ${isUsed}`,
  "sans-texte": and(eq(media.kind, "image"), eq(media.alt, "")),
  "en-attente": ne(media.state, "ready"),
}

/** Few among many: counted by their own index. */
export const countWithoutAlt = sql`(select count(*)::int from ${media} where ${STATES["sans-texte"]})`

/** The library: tiles and uploads of its own, and a page for each medium. */
export const mediaType = listedType({
  kind: "medium",
  fields: fieldWords(mediumSchema),
  permission: "writing",
  owner: media.createdBy,
  label: "Médias",
  icon: "images",
  words: wordsOf(
    { path: MEDIA_PATH, title: "Médiathèque", one: "média", many: "médias" },
    {
      searchLabel: "Rechercher un nom ou un texte alternatif",
      emptyText: "La médiathèque est vide\u00a0: déposez-y une image ou un son.",
      updated: "Média mis à jour",
    },
  ),
  list: managedList({
    table: media,
    title: media.title,
    columns: {
      ...columnsOf(media, "key", "kind", "type", "alt", "bytes", "width", "height", "durationMs"),
      ...columnsOf(media, "state", "failure"),
      isUsed,
      thumbnail,
    },
    filters: {
      genre: {
        label: "Genre",
        all: "Tous les genres",
        choices: MEDIA_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].many })),
        where: (kind) =>
          inArray(
            media.kind,
            MEDIA_KINDS.filter((known) => known === kind),
          ),
      },
      [STATE]: {
        ...filterBy("État", "Tous les états", {
          inutilises: "Inutilisés",
          "sans-texte": "Images sans texte alternatif",
          "en-attente": "En préparation ou en échec",
        }),
        where: (state) => STATES[state],
      },
      periode: { ...PERIOD, where: whereSince(media.createdAt) },
    },
    sorts: {
      date: { label: "Date d’envoi", first: "desc", index: [media.createdAt] },
      nom: { label: "Nom", first: "asc", row: media.searchText },
      poids: { label: "Poids", first: "desc", row: media.bytes },
      duree: { label: "Durée", first: "desc", row: media.durationMs },
    },
    bulkActions: {
      delete: {
        label: "Supprimer",
        icon: "trash",
        done: ["Média supprimé", "médias supprimés"],
        failed: "Impossible de supprimer le média",
        link: TO_BIN,
        loss: "Seul ce que rien n’utilise sera supprimé, avec tous ses formats.",
        toBin: true,
        refused: "utilisé ou en préparation",
      },
    },
  }),
  row: ({ kind }) => ({ details: [KINDS[kind].one] }),
})
