import { beforeAll, describe, expect, test } from "vitest"
import { listTypeEntries } from "#app/content/types.server.ts"
import type { Person, Right } from "#app/kit/lib/rights.ts"
import { RIGHTS } from "#app/kit/lib/rights.ts"
import { send } from "#test/app.ts"
import { openTestDatabase } from "#test/database.ts"
import { createUser, openSession } from "#test/people.ts"
import { findActions } from "./search-actions.ts"
import { makeSections } from "./search-options.ts"
import type { SearchResults } from "./search-results.ts"

beforeAll(openTestDatabase)

const ADMIN: Person = { role: "admin", rights: [] }
let admin = ""
beforeAll(async () => {
  admin = await openSession(await createUser("admin"))
})

/** What the dialog leads to by these words, in its order. */
async function led(search: string, person = ADMIN, cookie = admin) {
  const response = await send(`/admin/search/results?${new URLSearchParams({ q: search })}`, {
    headers: { cookie },
  })
  const results: SearchResults = await response.json()
  return makeSections(findActions(person, listTypeEntries(person), search), search, results, [])
    .flatMap(({ options }) => options)
    .flatMap(({ action }) => ("to" in action ? action.to : "scheme" in action ? action.scheme : "sign-out"))
}

const setting = (group: string, name: string) => `/admin/site/${group}#reglage-${name}`

/** What a host can do (docs/product.md, by section), where that is, and how they ask for it. The first one leads there at once, the others among the first three. */
const DEEDS: [deed: string, to: string, words: string[]][] = [
  [
    "3 a new episode",
    "/admin/episodes/new",
    ["nouvel épisode", "publier un épisode", "créer", "ajouter un épisode"],
  ],
  ["3 its sound", "/admin/episodes/new", ["déposer un son", "mp3", "enregistrement"]],
  ["3 episodes", "/admin/episodes", ["épisodes", "émissions", "programmer", "brouillons", "dupliquer"]],
  ["3.10 guests", "/admin/guests", ["invités", "fusionner", "intervenants", "fiche"]],
  [
    "4 an import",
    "/admin/import",
    ["importer", "rss", "wordpress", "reprendre mon podcast", "récupérer un flux"],
  ],
  ["5 news", "/admin/news/new", ["nouvelle actualité", "galerie", "ajouter une actu"]],
  ["6 an article", "/admin/blog/new", ["nouvel article", "billet", "rédiger un article"]],
  ["7 a page", "/admin/pages/new", ["nouvelle page", "créer une page", "ajouter une page"]],
  [
    "9 comments",
    "/admin/comments",
    ["modérer", "bannir", "spam", "répondre à un commentaire", "valider les commentaires"],
  ],
  ["9.2 blocks", "/admin/comments", ["bloquer", "mots interdits", "insultes"]],
  [
    "8.3 comments that wait",
    setting("rules", "moderation"),
    [
      "relire les commentaires avant",
      "relire les commentaires avant publication",
      "approuver avant publication",
      "modération a priori",
    ],
  ],
  [
    "29.5 comments closed",
    setting("rules", "comments"),
    [
      "désactiver les commentaires",
      "couper les commentaires",
      "fermer les commentaires",
      "interdire les commentaires",
    ],
  ],
  ["10 figures", "/admin/audience", ["statistiques", "stats", "audience", "écoutes", "téléchargements"]],
  ["10 views", "/admin/episodes?sort=vues&order=desc", ["les plus vus"]],
  ["49.3 visits", "/admin/audience/site", ["visites", "fréquentation", "recherches sans résultat"]],
  ["11.4 subscribers", "/admin/newsletter", ["abonnés", "désabonner", "exporter les abonnés", "contacts"]],
  [
    "11.6 how they grow",
    "/admin/newsletter/growth",
    ["croissance", "désabonnements", "évolution", "statistiques newsletter"],
  ],
  ["12.3 messages", "/admin/messages", ["messages", "contact", "boîte de réception", "courrier"]],
  [
    "13.1 one's password",
    "/admin/settings#mot-de-passe",
    ["mot de passe", "changer mon mot de passe", "modifier le mot de passe", "password"],
  ],
  [
    "13.6 one's second factor",
    "/admin/settings/security",
    ["double authentification", "2fa", "clé d’accès", "deux facteurs"],
  ],
  ["13.5 one's sessions", "/admin/settings", ["sessions", "appareils", "profil", "mon compte"]],
  [
    "16 one's name and address",
    "/admin/settings",
    ["signature", "changer d’adresse e-mail", "nom affiché", "supprimer mon compte"],
  ],
  ["31.1 one's notices", "/admin/settings", ["notifications", "alertes", "me prévenir"]],
  ["49.7 the monthly mail", "/admin/settings", ["audience du mois"]],
  ["13.1 signing out", "sign-out", ["déconnexion", "quitter", "sortir"]],
  [
    "14.2 an account",
    "/admin/users?action=create",
    ["créer un utilisateur", "nouveau compte", "ajouter un utilisateur"],
  ],
  [
    "14.4 inviting",
    "/admin/users?action=invite",
    ["inviter", "invitation", "ajouter un membre", "collaborateur"],
  ],
  ["14.6 who may do what", "/admin/users", ["utilisateurs", "rôles", "droits", "équipe", "permissions"]],
  ["14.5 a second factor for all", "/admin/users", ["exiger", "second facteur", "exiger un second facteur"]],
  ["15.4 tables", "/admin/episodes", ["exporter les épisodes", "csv", "exporter"]],
  ["15.12 the log", "/admin/log", ["journal", "historique", "qui a modifié", "activité"]],
  [
    "17 personal data",
    "/admin/personal-data",
    ["données personnelles", "rgpd", "oubli", "effacer une personne"],
  ],
  ["54 supporters", "/admin/supporters", ["soutiens", "mécènes", "donateurs"]],
  ["57 payments", "/admin/supporters/payments", ["paiements", "stripe", "webhook"]],
  ["54.3 importing supporters", "/admin/supporters/import", ["importer des soutiens", "helloasso"]],
  ["28 media", "/admin/media", ["médias", "téléverser", "images", "fichiers", "photos"]],
  ["30 redirections", "/admin/redirects", ["redirections", "rediriger", "anciennes adresses"]],
  ["30.3 what is missing", "/admin/redirects/missing", ["404", "liens cassés", "introuvables"]],
  ["31.2 health", "/admin/health", ["santé", "diagnostic", "état du site"]],
  [
    "31.10 newer versions",
    "/admin/health",
    ["nouvelles versions", "mise à jour du site", "mettre à jour le site", "changelog"],
  ],
  ["31.4 upkeep", "/admin/maintenance", ["entretien", "maintenance", "inutilisés"]],
  [
    "31.5 copies",
    "/admin/maintenance/backups",
    ["sauvegardes", "backup", "restaurer une sauvegarde", "télécharger une copie"],
  ],
  [
    "52.5 taking everything along",
    "/admin/maintenance/export",
    ["exporter", "partir", "archive", "exporter tout le site", "emporter mes données"],
  ],
  ["31.6 jobs", "/admin/jobs", ["travaux", "tâches", "file d’attente", "échec"]],
  [
    "31.7 the bin",
    "/admin/bin",
    ["corbeille", "restaurer", "récupérer un épisode supprimé", "poubelle", "supprimé par erreur"],
  ],
  ["32.3 dark", "dark", ["sombre", "nuit", "mode sombre", "thème sombre"]],
  ["34 colours", "/admin/site/appearance", ["couleurs du site", "palette", "charte"]],
  ["34.3 pictures", "/admin/site/appearance", ["logo", "logo du site", "mettre un logo"]],
  ["29.2 menus", "/admin/site/navigation", ["menu", "barre de navigation", "entrées du menu"]],
  [
    "29.2 the podcast's name",
    "/admin/site/podcast",
    ["nom du podcast", "renommer le podcast", "titre du podcast"],
  ],
  ["29.2 its cover", "/admin/site/podcast", ["couverture", "pochette", "jaquette"]],
  ["29.2 networks", "/admin/site/links", ["réseaux sociaux", "instagram", "tiktok"]],
  ["37.4 platforms", "/admin/site/links", ["plateformes", "deezer", "spotify"]],
  ["2.4 about", "/admin/site/presentation", ["à propos", "présentation", "mission"]],
  ["29.3 mails", "/admin/site/mail", ["e-mails", "serveur d’envoi", "réglages e-mails"]],
  ["29.4 legal pages", "/admin/site/legal", ["mentions légales", "éditeur du site", "hébergeur du site"]],
  ["48.8 measuring an audience", "/admin/site/audience", ["cnil", "mesure d’audience", "traceur"]],
  ["36.1 how long", "/admin/site/retention", ["conservation", "durées", "combien de temps"]],
  [
    "35.1 starter contents",
    "/admin/first-steps/starter",
    ["contenu d’exemple", "retirer les exemples", "démonstration"],
  ],
  ["35.2 first steps", "/admin/first-steps", ["premiers pas", "démarrer", "commencer"]],
  ["37.5 the feed", "/admin/feed", ["flux", "apple podcasts", "annuaires"]],
  [
    "38 transcripts",
    "/admin/transcripts",
    ["transcriptions", "sous-titres", "transcrire", "retranscription"],
  ],
  [
    "42 automatic ones",
    "/admin/transcripts",
    ["transcription automatique", "transcrire automatiquement", "transcrire un épisode"],
  ],
  ["39 chapters", "/admin/episodes", ["chapitres", "minutage", "extraits"]],
  ["41.1 moving here", "/admin/moving", ["déménager", "rapatrier", "copier les sons"]],
  [
    "41.3 moving away",
    "/admin/moving/out",
    ["changer d’hébergeur", "quitter l’hébergeur", "transférer mon podcast"],
  ],
  ["44 a letter", "/admin/letters/new", ["nouvelle lettre", "envoyer une newsletter", "écrire aux abonnés"]],
  ["44.2 letters", "/admin/letters", ["lettres", "campagne", "programmer une lettre"]],
  ["46 a list", "/admin/newsletter/import", ["importer des abonnés", "mailchimp", "importer une liste"]],
  ["47.2 by itself", "/admin/site/automatic", ["lettres automatiques", "annoncer un épisode", "résumé"]],
  ["47.1 bounces", "/admin/site/returns", ["retours", "non remises", "adresses mortes"]],
]

describe("32.1 hosts find by their own words what they can do", () => {
  test.each(
    DEEDS.flatMap(([deed, to, words]) => words.map((word, at) => [word, deed, to, at === 0] as const)),
  )("« %s » leads to %s", async (word, _deed, to, isFirst) => {
    const found = (await led(word)).slice(0, isFirst ? 1 : 3)
    // A setting stands on the page of its group.
    expect(
      found.map((address) => (to.includes("#") ? address : address.replace(/#reglage-.*/, ""))),
    ).toContain(to)
  })
})

describe("nobody is led where they may not go", () => {
  const SOME: [string, Right[]][] = [
    ...RIGHTS.map((right): [string, Right[]] => [right, [right]]),
    ["all", [...RIGHTS]],
    ["author's", ["write", "publish"]],
  ]
  test.each(SOME)("a moderator with %s", async (_name, rights) => {
    const person: Person = { role: "moderator", rights }
    const cookie = await openSession(await createUser("moderator", undefined, rights))
    const actions = findActions(person, listTypeEntries(person), "")
    for (const action of actions) {
      if (!("to" in action)) continue
      const { status } = await send(action.to.replace(/#.*/, ""), { headers: { cookie } })
      expect([action.to, status]).toEqual([action.to, 200])
    }
  })

  test.each([
    "désactiver les commentaires",
    "inviter",
    "exporter les abonnés",
    "couleurs du site",
    "sauvegarde",
  ])("« %s » leads who only writes nowhere", async (word) => {
    const person: Person = { role: "moderator", rights: ["write"] }
    const cookie = await openSession(await createUser("moderator", undefined, ["write"]))
    expect(await led(word, person, cookie)).toEqual([`/admin/search?${new URLSearchParams({ q: word })}`])
  })

  test("who may only publish what they write finds the bin, where that waits", async () => {
    const person: Person = { role: "moderator", rights: ["write", "publish"] }
    expect(findActions(person, listTypeEntries(person), "corbeille")).toMatchObject([{ to: "/admin/bin" }])
  })
})

test("an admin is led to pages that are there", async () => {
  for (const action of findActions(ADMIN, listTypeEntries(ADMIN), "")) {
    if (!("to" in action)) continue
    const { status } = await send(action.to.replace(/#.*/, ""), { headers: { cookie: admin } })
    expect([action.to, status]).toEqual([action.to, 200])
  }
})
