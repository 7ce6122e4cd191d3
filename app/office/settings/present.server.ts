import { findOutcome } from "#app/base/mail/mail-outcomes.server.ts"
import { nameMailServer } from "#app/base/mail/smtp.server.ts"
import { labelOfValue } from "#app/base/settings/definitions.server.ts"
import { PALETTES, sameColours } from "#app/base/settings/appearance/palettes.ts"
import { findPictureSize } from "#app/base/settings/picture-sizes.server.ts"
import type { SettingPage } from "#app/base/settings/groups.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { formatAgo } from "#app/kit/lib/dates.ts"
import { countMissing, listLegalPages } from "#app/writing/pages/legal-pages.server.ts"
import type { SeenAddress } from "../health/address-check.ts"
import { readHealth } from "../maintenance/maintenance.server.ts"
import { orUnknown, type Present } from "../maintenance/or-unknown.server.ts"

/**
 * What the list of settings says of each of its pages; of one that cannot be read, that it cannot.
 *
 * @param seen how the request came in
 */
export async function readPresentSettings(
  seen: SeenAddress,
  now = new Date(),
): Promise<Record<SettingPage | "maintenance", Present>> {
  const [identity, mail, legal, maintenance] = await Promise.all([
    orUnknown(readIdentity()),
    orUnknown(readMail(now)),
    orUnknown(readLegal()),
    orUnknown(readHealth(seen, now)),
  ])
  const [appearance, distribution, exchanges] = [sayAppearance(), sayDistribution(), sayExchanges()]
  return { identity, appearance, distribution, mail, exchanges, legal, maintenance }
}

async function readIdentity(): Promise<Present> {
  const { name, cover, categories, ownerEmail } = siteSettings().podcast
  const size = await findPictureSize(cover)
  const [first] = categories
  const said = [
    name,
    size ? `couverture ${size.width} × ${size.height}` : "couverture composée par le site",
    first ? labelOfValue("podcast", "categories", first) : "aucune catégorie",
  ]
  const missing = [
    ...(podcastName().isNamed ? [] : ["le nom"]),
    ...(categories.length > 0 ? [] : ["une catégorie"]),
    ...(ownerEmail === "" ? ["l’adresse du propriétaire"] : []),
  ]
  return withMissing(said, missing)
}

function sayAppearance(): Present {
  const { appearance, navigation } = siteSettings()
  const palette = PALETTES.find(({ colours }) => sameColours(colours, appearance.palette))
  const entries = navigation.header.filter(({ isHidden }) => !isHidden).length
  return {
    text: [
      palette ? `Palette «\u00a0${palette.name}\u00a0»` : "Vos couleurs",
      entries > 1 ? `${entries} entrées de menu` : entries === 1 ? "une entrée de menu" : "menu vide",
    ].join(" · "),
  }
}

const SHOWN = 3

function sayDistribution(): Present {
  const { feed, links } = siteSettings()
  if (feed.redirects) return { text: "Le flux renvoie à sa nouvelle adresse" }
  const names = links.platforms.map(({ label }) => label)
  const more = names.length - SHOWN
  if (names.length === 0) return { text: "Aucune plateforme d’écoute" }
  return { text: names.slice(0, SHOWN).join(", ") + (more > 0 ? ` et ${more} de plus` : "") }
}

async function readMail(now: Date): Promise<Present> {
  const server = nameMailServer()
  if (!server) return withMissing(["Aucun e-mail ne part"], ["un serveur d’envoi"])
  const sent = await findOutcome("sent")
  const last = sent ? `dernier e-mail parti ${formatAgo(sent.at, now)}` : "aucun e-mail parti"
  return { text: `Par ${server.replace(/:\d+$/, "")} · ${last}` }
}

function sayExchanges(): Present {
  const { comments, moderation } = siteSettings().rules
  if (comments === "closed") return { text: "Commentaires fermés" }
  return { text: `Commentaires ouverts · ${WAITING[moderation]}` }
}

const WAITING = {
  none: "tous paraissent aussitôt",
  links: "ceux qui ont un lien attendent une relecture",
  all: "tous attendent une relecture",
}

async function readLegal(): Promise<Present> {
  const pages = await listLegalPages()
  const open = pages.filter(({ id, isProposed }) => id !== null && isProposed)
  const missing = open.reduce((sum, { slug }) => sum + countMissing(slug), 0)
  if (missing > 0)
    return {
      text: `Pages légales\u202f: ${missing > 1 ? `${missing} passages` : "un passage"} à compléter`,
      isWrong: true,
    }
  const { messageMonths } = siteSettings().retention
  return {
    text: `Pages légales complètes · messages gardés ${messageMonths === 0 ? "sans limite" : `${messageMonths} mois`}`,
  }
}

const AND = new Intl.ListFormat("fr")

/** What is there, or what is missing, which a person then has to see to. */
function withMissing(said: string[], missing: string[]): Present {
  if (missing.length === 0) return { text: said.join(" · ") }
  return { text: [...said.slice(0, 1), `il manque ${AND.format(missing)}`].join(" · "), isWrong: true }
}
