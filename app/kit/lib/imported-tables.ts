import { simplify } from "./tables.ts"

// What a table of contents may be about, and under which titles its columns stand (docs/decisions/imports.md).

type Field = {
  label: string
  /** What such a column is called, the surest first; titles without accents, capitals and underscores (`simplify`). */
  titles: RegExp[]
}

const field = (label: string, ...titles: RegExp[]): Field => ({ label, titles })

const id = field("Identifiant", /^(id|identifiant|uuid)$/)
const title = field(
  "Titre",
  /^(title|titre|post title|episode title|titre (de l['’]episode|de l['’]article))$/,
  /^(name|nom)$/,
)
const slug = field("Slug", /^(slug|post name|url slug)$/)
const link = field(
  "Ancienne adresse",
  /^(link|lien|permalink|permalien|canonical url|page url|web url|ancienne adresse|old url)$/,
  /^(url|adresse)$/,
)
const content = field(
  "Texte",
  /^(content|contenu|texte|text|body|corps|html|content html|body html|markdown)$/,
  /^(description|show notes|notes)$/,
)
const excerpt = field("Extrait", /^(excerpt|extrait|resume|summary|chapo)$/, /^(subtitle|sous-? ?titre)$/)
const picture = field(
  "Image",
  /^(thumbnail url|cover image url|image url|feature image|featured image|cover url|artwork url)$/,
  /^(thumbnail|cover image|image|picture|miniature|vignette|couverture|visuel|artwork|photo)$/,
)
const at = field(
  "Date",
  /^(published at|publication date|publish date|date de publication|publie(e)? le|post date|pub ?date|date published)$/,
  /^(date|jour)$/,
  /^(created at|created|creation date|date de creation|cree(e)? le)$/,
)
const state = field(
  "État",
  /^(is published|published\?|publie(e)? ?\?|status|statut|etat|state)$/,
  /^(published|publie(e)?)$/,
)
const author = field(
  "Auteur",
  /^(author|auteur(e|rice)?|author name|auteurs|par|by)$/,
  /^(author id|created by)$/,
)
const email = field("Adresse e-mail", /^(author email|e-?mail|courriel|adresse e-?mail)$/)
const person = {
  role: field("Rôle", /^(role|user role)$/),
  firstName: field("Prénom", /^(first name|prenom)$/),
  lastName: field("Nom", /^(last name|nom|nom de famille)$/),
  birthDate: field("Date de naissance", /^(birth date|date de naissance)$/),
  country: field("Pays", /^(country|pays)$/),
}
const categories = field("Catégories", /^(categories|category|categorie|rubriques?)$/)
const episode = field("Épisode", /^(episode id|id de l['’]episode)$/, /^(episode|post id)$/)

/** What holds all of somebody's name, or the one that they are known by. */
export const WHOLE_NAME =
  /^((guest|speaker|interviewee|full|stage|artist|display) name|nom (complet|de scene|d['’]artiste)|(prenom (et )?nom|nom (et )?prenom)|nom (de l['’]|d['’]une? |du |de la )(invite|intervenant)(e|\(e\))?)$/
const GUEST = /^(guests?|invite(e|\(e\))?s?|intervenant(e|\(e\))?s?|speakers?|interviewees?)$/

/** By type, its fields; the first ones have to be there. */
export const TABLE_TYPES = {
  episode: {
    label: "Des épisodes",
    required: ["title"],
    fields: {
      ...{ id, title },
      guest: field("Invités", /^(guests?|invites?|invitee?s?|invite\(e\)s?)$/),
      content,
      sound: field(
        "Son",
        /^(audio url|audio file|enclosure url|media url|fichier audio|lien audio)$/,
        /^(audio|sound|son|mp3|enclosure)$/,
      ),
      youtube: field("YouTube", /^(youtube url|youtube|lien youtube)$/),
      spotify: field("Spotify", /^(spotify url|spotify|lien spotify)$/),
      ...{ picture, at, state },
      duration: field("Durée", /^(duration|duree|itunes duration|length)$/),
      season: field("Saison", /^(season|saison|season number)$/),
      number: field("Numéro", /^(episode number|numero( de l['’]episode)?|number|n°|round)$/),
      views: field("Vues", /^(views|vues)$/),
      guid: field("Identifiant du flux", /^guid$/),
      link,
    },
  },
  post: {
    label: "Des articles",
    required: ["title"],
    fields: { id, title, slug, content, excerpt, picture, at, state, author, categories, link },
  },
  news: {
    label: "Des actualités",
    required: ["title"],
    fields: {
      ...{ id, title, content },
      category: field("Catégorie", /^(category|categorie|rubrique)$/),
      mediaType: field("Type de média", /^(media type|type de media)$/, /^type$/),
      mediaUrl: field("Média", /^(media url|url du media)$/),
      externalUrl: field("Lien externe", /^(external url|lien externe|source url)$/),
      ...{ picture, at, state, link },
    },
  },
  page: {
    label: "Des pages",
    required: ["title"],
    fields: {
      ...{ id, title, slug, content },
      description: field("Description", /^(meta description|seo description)$/),
      ...{ at, state, link },
    },
  },
  guest: {
    label: "Des invités",
    required: ["name"],
    fields: {
      id,
      name: field("Nom", WHOLE_NAME, /^(name|nom|last name|nom de famille)$/, GUEST),
      firstName: person.firstName,
      slug,
      role: field(
        "Rôle",
        /^((guest )?role|role (de l['’]|d['’]une? )invite(e|\(e\))?)$/,
        /^(fonction|metier|profession|occupation|job( title)?|activite|qualite)$/,
      ),
      link: field(
        "Lien",
        /^(link ?url|link|lien|(external|web ?site) url|lien externe|site( web| internet)?|web ?site|home ?page)$/,
        /^(url|instagram|linkedin|youtube|soundcloud|spotify|tiktok|facebook|twitter)( url)?$/,
      ),
      picture: field(
        "Photo",
        /^((picture|photo|portrait|avatar|image|thumbnail) ?url|url de (la photo|l['’]image))$/,
        /^(photo|picture|portrait|avatar|image|thumbnail|headshot|visuel|vignette)$/,
      ),
    },
  },
  comment: {
    label: "Des commentaires d’épisodes",
    required: ["episode", "content"],
    fields: {
      ...{ id, episode },
      author: field("Nom", /^(author name|author|auteur|nom|name)$/),
      email,
      content,
      at,
      state,
      parent: field("En réponse à", /^(parent id|parent|reply to)$/),
    },
  },
  like: {
    label: "Des j’aime",
    required: ["episode", "session"],
    fields: { episode, session: field("Visiteur", /^session id$/), at },
  },
  account: {
    label: "Des comptes",
    required: ["email", "password"],
    fields: {
      ...{ id, email },
      password: field("Mot de passe chiffré (bcrypt)", /^(encrypted password|password hash)$/),
      ...person,
    },
  },
  profile: {
    label: "Ce qu’on sait de comptes",
    required: ["user"],
    fields: { user: field("Compte", /^user id$/), ...person },
  },
  redirect: {
    label: "Des redirections",
    required: ["from", "to"],
    fields: {
      from: field("De", /^(from|de|source|old url|old path|ancienne adresse|source url)$/),
      to: field("Vers", /^(to|vers|target|destination|new url|new path|nouvelle adresse|target url)$/),
    },
  },
} as const satisfies Record<string, { label: string; required: string[]; fields: Record<string, Field> }>

export type TableType = keyof typeof TABLE_TYPES
export const isTableType = (text: string): text is TableType => Object.hasOwn(TABLE_TYPES, text)

/** What a table is read as: nothing, where it stays away; `columns` by field, the place of the column. */
export type TableReading = { type: TableType | "none"; columns: Record<string, number> }

/** A table of an import, and how it is read. */
export type ImportedTable = TableReading & { name: string; header: string[]; rows: number }

/** How the address of a site ends that nobody told: that of tables. */
export const NO_SITE = ".invalid"

export const fieldsOfTable = (type: TableType): [string, Field][] => Object.entries(TABLE_TYPES[type].fields)

/** Where the fields of a type stand, each in a column of its own. */
export function findTableColumns(type: TableType, header: readonly string[]) {
  const titles = header.map(simplify)
  const taken = new Set<number>()
  const columns: Record<string, number> = {}
  for (const [name, { titles: known }] of fieldsOfTable(type))
    for (const pattern of known) {
      const at = titles.findIndex((one, place) => !taken.has(place) && pattern.test(one))
      if (at === -1) continue
      taken.add(at)
      columns[name] = at
      break
    }
  return columns
}

/** By a column that only such tables have (a field, or its title), or the name of its file; the strictest first. */
const SIGNS: [TableType, readonly (string | RegExp)[], RegExp][] = [
  ["redirect", ["from", "to"], /redirect/],
  ["account", ["password"], /^$/],
  ["like", ["session"], /^$/],
  ["comment", ["episode", "content"], /comment/],
  ["news", ["mediaType", "externalUrl"], /news|actu/],
  [
    "episode",
    ["guest", "sound", "youtube", "spotify", "duration", "season", "number", "guid"],
    /episode|podcast/,
  ],
  ["page", ["description"], /page/],
  ["post", ["content", "excerpt", "slug"], /post|article|blog/],
  ["profile", ["role", "firstName", "lastName"], /profil|roles/],
  [
    "guest",
    [
      /^((guest|speaker|interviewee) (name|role)|(nom|role) (de l['’]|d['’]une? |du |de la )(invite|intervenant)(e|\(e\))?)$/,
    ],
    /\b(guests?|invite(e|es|s)?|intervenant(e|es|s)?|speakers?|people)\b/,
  ],
]

/** What a table is probably about. @param name of its file */
export function guessTable(name: string, header: readonly string[]): TableReading {
  const told = simplify(name.split(/[/\\]/).at(-1) ?? "")
  const titles = header.map(simplify)
  const found = SIGNS.map(([type, signs, file]) => {
    const columns = findTableColumns(type, header)
    const isWhole = TABLE_TYPES[type].required.every((one) => one in columns)
    const isSigned = signs.some((one) =>
      typeof one === "string" ? one in columns : titles.some((title) => one.test(title)),
    )
    return { type, columns, isWhole, isSigned, isNamed: file.test(told) }
  }).filter(({ isWhole }) => isWhole)
  const best =
    (isOfOthers(found, titles)
      ? undefined
      : found.find(({ type, isNamed }) => type === "guest" && isNamed)) ??
    found.find(({ type, isNamed }) => type !== "guest" && isNamed) ??
    found.find(({ isSigned }) => isSigned)
  return best ? { type: best.type, columns: best.columns } : { type: "none", columns: {} }
}

type Candidate = TableReading & { isSigned: boolean; isNamed: boolean }

/**
 * Whether a file called by guests is of something that only speaks of them: of texts, which have a title beside the names, or of what
 * has no title at all. People's names alone would be taken for titles.
 */
function isOfOthers(found: Candidate[], titles: string[]) {
  const hasTitle = titles.some((one) => title.titles[0]?.test(one))
  return found.some(({ type, columns, isSigned, isNamed }) => {
    if (type === "guest") return false
    if ("title" in columns) return hasTitle && (isSigned || isNamed)
    return isNamed || type !== "comment"
  })
}
