import { EPISODES, LISTENING, METHOD_PAGE, OVERVIEW, VISITS } from "#app/audience/statistics/office/paths.ts"
import { itemAddress } from "#app/content/managed-type.ts"
import { FIRST_STEPS } from "#app/base/settings/first-steps.ts"
import { groupAddress, type GroupName, GROUPS } from "#app/base/settings/groups.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { listTypeEntries, managedTypes } from "#app/content/types.server.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import type { Person } from "#app/kit/lib/rights.ts"
import { askedWords } from "#app/kit/lib/search-words.ts"
import { BACKUPS, EXPORT, MAINTENANCE, SETTINGS } from "../sidebar-entries.ts"
import { beginAll, findActions } from "./search-actions.ts"
import type { Meant } from "./search-results.ts"

/** What somebody may do, and means by other words than it is called by. @param search as `parseSearch` makes it */
export function findMeant(person: Person, search: string): Meant[] {
  const types = listTypeEntries(person)
  const asked = askedWords(search)
  const addressesOf = (found: ReturnType<typeof findActions>) =>
    found.flatMap((action) => ("to" in action ? [action] : []))
  const named = new Set(addressesOf(findActions(person, types, search)).map(({ to }) => to))
  const words = { ...WORDS, ...wordsOfTypes() }
  return addressesOf(findActions(person, types, ""))
    .filter(({ to, label }) => !named.has(to) && beginAll(`${label} ${words[to] ?? ""}`, asked))
    .map(({ label, icon, to }) => ({ label, icon, to }))
}

const wordsOfTypes = () =>
  Object.fromEntries(
    managedTypes().map(({ words, otherWords }) => [itemAddress(words.path, "new"), otherWords ?? ""]),
  )

/** Other words for what can be opened, as hosts use them, by its address: here, so that no browser loads them. */
const WORDS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(GROUPS).map(([name, { text }]) => [groupAddress(name as GroupName), text]),
  ),
  "/admin/episodes":
    "podcast émissions chapitres minutage extraits brouillons programmer planifier dépublier retirer dupliquer vues exporter csv",
  "/admin/guests": "personnes intervenants fiche fusionner doublons photo",
  "/admin/transcripts": "transcrire automatiquement retranscription épisode texte sous-titres verbatim",
  "/admin/news": "actus galeries exporter csv",
  "/admin/blog": "articles billets exporter csv",
  "/admin/media": "images photos sons audio mp3 vidéos fichiers envoyer téléverser uploader",
  "/admin/comments":
    "modérer modération masquer approuver valider relire supprimer bloquer bannir spam insultes mots interdits répondre avis exporter csv",
  "/admin/messages": "contact courrier boîte réception lire répondre archiver exporter csv",
  "/admin/newsletter": "newsletter liste contacts exporter csv désinscrire désabonner réactiver confirmation",
  "/admin/supporters": "mécènes donateurs adhérents dons abonnements payants exporter csv",
  "/admin/supporters/payments":
    "webhook webhooks helloasso ko-fi kofi stripe notification adresse argent dons",
  "/admin/supporters/import": "liste csv helloasso tipeee patreon ajouter reprendre",
  "/admin/letters": "newsletter campagne envois test programmer planifier",
  "/admin/moving": "migrer rapatrier hébergeur copier sons sitemap",
  "/admin/site": "configuration options préférences",
  "/admin/log": "historique activité qui modifié connexions traces audit",
  "/admin/redirects": "rediriger anciennes adresses liens url 301",
  "/admin/personal-data": "rgpd vie privée effacer personne oubli exporter",
  "/admin/users":
    "équipe membres comptes rôles droits permissions administrateurs modérateurs second facteur exiger",
  "/admin/settings":
    "profil mon compte prénom pays signature nom affiché adresse e-mail changer notifications prévenir alertes audience du mois sessions appareils supprimer",
  "/admin/import": "rss podcast épisodes reprendre récupérer wordpress podlove articles ancien export",
  "/admin/episodes?sort=vues&order=desc": "classement top",
  [OVERVIEW]: "statistiques stats audience écoutes téléchargements chiffres auditeurs combien",
  [EPISODES]: "statistiques téléchargements comparer premiers jours classement top courbes",
  [LISTENING]: "statistiques applications appareils pays navigateurs jours",
  [VISITS]: "statistiques visites fréquentation pages lues provenance recherches sans résultat",
  [METHOD_PAGE]: "audience robots mis de côté inconnues iab mesure importer anciens chiffres autre hébergeur",
  "/admin/newsletter/growth": "statistiques stats audience croissance courbe désabonnements newsletter",
  "/admin/newsletter/import": "liste csv mailchimp newsletter ajouter reprendre",
  "/admin/moving/out": "migrer transférer déménager quitter partir podcast flux",
  [FIRST_STEPS]: "commencer démarrer étapes nom couverture installer",
  [`/admin/users?${ASKED}=invite`]: "équipe membre ajouter collaborateur utilisateur invitation lien",
  [`/admin/users?${ASKED}=create`]: "nouveau compte ajouter",
  [`${SETTINGS.to}#mot-de-passe`]: "changer modifier password",
  "/admin/settings/security":
    "double authentification deux second facteur 2fa clé d’accès passkey codes totp",
  [BIN]: "poubelle supprimé effacé erreur restaurer annuler récupérer épisode article commentaire",
  [BACKUPS]: "copies backup restaurer restauration télécharger base exporter",
  [EXPORT]: "export partir quitter emporter archive zip données télécharger contenus médias",
  [`${BACKUPS}?${ASKED}=make`]: "copie copier backup",
  "/admin/health": "état sauvegarde stockage version diagnostic mise à jour nouveautés",
  "/admin/jobs": "file attente tâches échec réessayer en cours arrière-plan queue",
  "/admin/redirects/missing": "404 liens cassés morts pages erreurs",
  [`${FIRST_STEPS}/starter`]: "retirer supprimer démonstration faux épisodes",
  [MAINTENANCE]: "sauvegardes copies journal santé redirections données fichiers inutilisés maintenance état",
  "/admin/feed": "rss annuaires apple podcasts spotify vérifier abonnés",
  "/": "accueil public",
}
