import { readerInThread } from "#app/kit/lib/text-thread.server.ts"
import { ImportError } from "../import-error.ts"
import { readJsonRows, type Row } from "../json-rows.server.ts"
import { createLosses, type Losses, lossKind, NO_ID, REPEATED, TOO_LONG, UNREADABLE } from "../losses.ts"
import type { OpenedFile } from "../open-files.server.ts"
import { siteIdentity, typedSite } from "../site-identity.ts"
import type { FileThing, TextThing, Thing } from "../things.ts"
import { createPause } from "../turns.server.ts"
import { idOf, isSet, textOf } from "./fields.ts"
import { readPermalinks } from "./permalinks.ts"
import { createTables, type Tables } from "./tables.ts"
import { type RawText, toText } from "./to-text.ts"

/**
 * Reads Ghost's export, whatever its size, in the memory that one text and the small tables take. What texts refer to stands behind
 * them: so the file is read twice.
 *
 * @param site where the site is, as the host says; empty where nobody did
 * @throws ImportError for what is no export, is cut, or does not tell where its site is
 */
export async function* readGhost(file: OpenedFile, site: string): AsyncGenerator<Thing> {
  const tables = await readTables(file)
  const address = await addressOf(file, site)
  const setting = (name: string) => tables.settings.get(name) ?? ""
  const permalinks = readPermalinks(
    await file.beside(/(?:^|\/)routes\.ya?ml$/i),
    setting("permalinks"),
    setting("timezone") || setting("active_timezone") || setting("activeTimezone"),
  )
  yield { kind: "site", id: "site", title: setting("title").slice(0, 200), address: siteIdentity(address) }
  yield* once(tables.authors())
  yield* once(tables.tags())
  const losses = createLosses()
  yield* readTexts(file, losses, (id, fields) => ({
    id,
    fields,
    meta: tables.metaOf(id),
    tags: tables.tagsOf(id),
    authors: tables.authorsOf(id, idOf(fields, "author_id")),
    site: address,
    permalinks,
  }))
  addLosses(losses, tables)
  yield* losses.end()
}

async function readTables(file: OpenedFile) {
  const tables = createTables()
  const pause = createPause()
  for await (const row of readJsonRows(file.source, PATHS)) {
    tables.add(row)
    await pause()
  }
  if (!tables.counts.has("posts")) throw new ImportError(NO_TEXTS)
  return tables
}

async function* readTexts(
  file: OpenedFile,
  losses: Losses,
  rawOf: (id: string, fields: Row["fields"]) => RawText,
): AsyncGenerator<TextThing | FileThing> {
  const told = { texts: new Set<string>(), files: new Set<string>() }
  const pause = createPause()

  async function* post(fields: Row["fields"]) {
    const id = idOf(fields, "id")
    if (id === null) return losses.add("no-id", NO_ID)
    if (told.texts.has(id)) return losses.add("repeated", REPEATED)
    told.texts.add(id)
    if (COLUMNS.some((name) => textOf(fields, name).length > MAX_CHARACTERS))
      return losses.add("too-long", TOO_LONG)
    const found = await readText(rawOf(id, fields))
    if (!found) return losses.add("unreadable", UNREADABLE)
    countText(losses, fields)
    for (const picture of found.files) {
      if (told.files.has(picture.id)) continue
      // A part of a text would keep all of it in memory.
      told.files.add(Buffer.from(picture.id).toString())
      yield picture
    }
    yield found.text
  }

  for await (const { table, fields } of readJsonRows(file.again(), PATHS)) {
    if (table === "posts") yield* post(fields)
    await pause()
  }
}

function countText(losses: Losses, fields: Row["fields"]) {
  if (isSet(fields, "featured")) losses.add("featured", FEATURED)
  if (textOf(fields, "status") === "sent") losses.add("sent", SENT)
}

/** What this site has not, by tables. */
function addLosses(losses: Losses, { settings, counts, internalTags }: Tables) {
  losses.add("internal-tags", INTERNAL_TAG, internalTags())
  for (const [table, kind] of LOST_TABLES) losses.add(table, kind, counts.get(table) ?? 0)
  if (
    ["codeinjection_head", "codeinjection_foot", "ghost_head", "ghost_foot"].some((name) =>
      settings.get(name)?.trim(),
    )
  )
    losses.add("site-code", SITE_CODE)
}

/** Where the site is: as the host says, or the settings of its server in the same zip. */
async function addressOf(file: OpenedFile, site: string) {
  const config = await file.beside(/(?:^|\/)config\.production\.json$/i)
  const [, told] =
    /"url"\s{0,20}:\s{0,20}"(https?:[^"\s]{1,300})"/.exec(config?.slice(0, 100_000) ?? "") ?? []
  const address = [site, told].map((one) => typedSite(one ?? "")).find(Boolean)
  if (!address) throw new ImportError(NO_ADDRESS)
  return address
}

/** A slug of several rows is one thing, the first. */
function* once<T extends { id: string }>(things: T[]) {
  const told = new Set<string>()
  for (const thing of things) {
    if (!told.has(thing.id)) yield thing
    told.add(thing.id)
  }
}

function readText(raw: RawText) {
  const { length } = COLUMNS.map((name) => textOf(raw.fields, name)).find(Boolean) ?? ""
  return length <= SHORT ? toText(raw) : readInThread(raw)
}

const readInThread = readerInThread<RawText, ReturnType<typeof toText>>("ghost-text")

/** The first of them that there is, is read. */
const COLUMNS = ["html", "lexical", "mobiledoc", "markdown", "plaintext"]
/** What takes a few milliseconds whatever is in it. */
const SHORT = 10_000
const MAX_CHARACTERS = 2_000_000

const EXPORT_AGAIN =
  "dans Ghost, ouvrez «\u00a0Settings\u00a0», «\u00a0Migration tools\u00a0», «\u00a0Export\u00a0», choisissez «\u00a0Content & settings\u00a0», et importez le fichier JSON que vous recevez."
const NO_TEXTS = `Ce fichier n’est pas un export de Ghost, ou n’a aucun texte\u00a0: ${EXPORT_AGAIN}`
const NO_ADDRESS =
  "Un export de Ghost ne dit pas l’adresse de son site\u00a0: écrivez-la avec le fichier, puis importez-le à nouveau."

const FEATURED = lossKind("mise en avant", "texte mis en avant", "textes mis en avant")
const SENT = lossKind(
  "lettre jamais publiée",
  "lettre envoyée sans être publiée, ici un brouillon",
  "lettres envoyées sans être publiées, ici des brouillons",
)
const INTERNAL_TAG = lossKind("étiquette interne", "étiquette interne (#)", "étiquettes internes (#)")
const SITE_CODE = lossKind(
  "code ajouté au site (Code injection)",
  "code ajouté à toutes les pages",
  "codes ajoutés à toutes les pages",
)
/** Ghost's own backups have more tables than its export. */
const LOST_TABLES = [
  ["comments", lossKind("commentaire", "commentaire d’article", "commentaires d’articles")],
  [
    "members",
    lossKind("abonné", "abonné, qui vient par sa liste (CSV)", "abonnés, qui viennent par leur liste (CSV)"),
  ],
  ["newsletters", lossKind("réglages d’une lettre", "lettre et ses réglages", "lettres et leurs réglages")],
  ["products", lossKind("formule d’abonnement", "formule d’abonnement", "formules d’abonnement")],
  ["offers", lossKind("offre", "offre", "offres")],
  ["snippets", lossKind("bloc réutilisable", "bloc réutilisable", "blocs réutilisables")],
] as const

/** Where its tables have rows. */
const PATHS = ["$.db.*.data.*.*", "$.data.*.*"]
