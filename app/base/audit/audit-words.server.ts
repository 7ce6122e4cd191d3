import { findManagedType, findType, listedTypes } from "#app/content/types.server.ts"
import { fieldWords } from "#app/kit/form/field-facts.ts"
import type { AuditAction, AuditChanges, AuditKind, OTHER_KINDS } from "#app/kit/lib/audit.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { labelOf } from "../settings/definitions.server.ts"

type OtherKind = (typeof OTHER_KINDS)[number]

const KIND_LABELS: Record<OtherKind, string> = {
  transcript: "Transcriptions",
  comment: "Commentaires",
  message: "Messages",
  mail: "E-mails",
  subscriber: "Abonnés",
  ban: "Blocages",
  feed: "Flux",
  "file-copies": "Copie des fichiers",
  audience: "Audience",
  "missing-path": "Adresses introuvables",
  "site-import": "Imports",
  user: "Utilisateurs",
  invitation: "Invitations",
  factor: "Seconds facteurs",
  session: "Sessions",
  settings: "Réglages",
  "personal-data": "Données personnelles",
  payment: "Paiements",
  database: "Base de données",
  backup: "Sauvegardes",
  archive: "Archives",
}

/** What can be chosen from in the filter, in the order of the alphabet. */
export function listKinds() {
  const types = listedTypes().map(({ kind, words }) => ({ value: kind, label: words.plural }))
  const others = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))
  return [...types, ...others].toSorted((one, other) => one.label.localeCompare(other.label, "fr"))
}

const NOUNS: Record<string, string> = {
  transcript: "la transcription de",
  comment: "un commentaire sur",
  message: "le message",
  mail: "l’e-mail",
  subscriber: "la liste des abonnés",
  ban: "le blocage",
  feed: "le flux",
  "file-copies": "la copie des fichiers",
  audience: "l’audience",
  "missing-path": "l’adresse introuvable",
  "site-import": "l’import de",
  user: "le compte",
  invitation: "l’invitation",
  factor: "le second facteur",
  session: "la session",
  settings: "le réglage",
  "personal-data": "les données de",
  payment: "le paiement",
  database: "la base de données",
  backup: "la sauvegarde",
  archive: "l’archive",
}

const VERBS: Record<AuditAction, string> = {
  create: "a créé",
  update: "a modifié",
  publish: "a publié",
  unpublish: "a dépublié",
  delete: "a supprimé",
  expire: "a effacé à l’échéance",
  merge: "a fusionné",
  replace: "a remplacé",
  share: "a ouvert un aperçu de",
  import: "a importé",
  export: "a exporté",
  erase: "a effacé",
  backup: "a copié",
  restore: "a restauré",
  approve: "a affiché",
  hide: "a masqué",
  reply: "a répondu à",
  ban: "a posé",
  unban: "a levé",
  "sign-in": "a ouvert",
  "sign-in-failed": "n’a pas pu ouvrir",
  "sign-out": "a fermé",
  "end-sessions": "a fermé",
  "change-role": "a changé le rôle pour",
  "change-password": "a changé le mot de passe pour",
  "change-email": "a changé l’adresse pour",
  invite: "a envoyé",
  revoke: "a retiré",
  accept: "a accepté",
  "add-factor": "a ajouté",
  "remove-factor": "a retiré",
  "renew-codes": "a renouvelé",
  "use-code": "a utilisé",
  rescue: "a retiré",
  ask: "a demandé",
  cancel: "a annulé",
  discard: "a écarté",
  "ask-review": "a envoyé pour relecture",
  "end-review": "a rendu, sans le publier,",
}

/** Where verb and noun alone do not say it. */
const SENTENCES: Record<string, string> = {
  expire: "a effacé à l’échéance",
  "sign-in": "s’est connecté",
  "sign-in-failed": "n’a pas pu se connecter",
  "sign-out": "s’est déconnecté",
  "end-sessions": "a terminé des sessions",
  "renew-codes": "a renouvelé ses codes de secours",
  "use-code": "a utilisé un code",
  "rescue factor": "a retiré le second facteur du compte",
  "rescue user": "a retiré le second facteur du compte",
  "change-role user": "a changé le rôle du compte",
  "change-password user": "a changé le mot de passe du compte",
  "change-email user": "a changé l’adresse du compte",
  "reply comment": "a répondu à un commentaire sur",
  "reply message": "a répondu au message",
  "share feed": "a fait prévenir le relais du flux",
  "import redirect": "a importé des redirections",
  "export redirect": "a exporté les redirections",
  "delete missing-path": "a vidé la liste des adresses introuvables",
  "update mail": "a remis en attente l’e-mail",
  "approve audience": "a compté des téléchargements mis de côté",
  "import audience": "a importé des chiffres d’audience d’après",
  "delete audience": "a retiré des chiffres d’audience d’après",
  "create file-copies": "a lancé la copie des fichiers d’un autre hébergeur",
  "delete file-copies": "a abandonné la copie des fichiers d’un autre hébergeur",
  "erase personal-data": "a effacé les données d’une personne",
  "create backup": "a lancé la sauvegarde",
  "export backup": "a téléchargé la sauvegarde",
  "create archive": "a fait préparer l’archive",
  "export archive": "a téléchargé l’archive",
  "cancel archive": "a annulé la préparation de l’archive",
  "update subscriber": "a désabonné la personne",
  "delete subscriber": "a supprimé l’abonné",
  "import subscriber": "a importé des abonnés",
  "cancel subscriber": "a annulé un import d’abonnés",
  "restore subscriber": "a réactivé l’adresse de l’abonné",
  "ask subscriber": "a demandé la confirmation de l’abonné",
  "import supporter": "a importé des soutiens",
  "export supporter": "a exporté la liste des soutiens",
  "ask feed": "a fait relire les transcriptions et chapitres des flux",
  "discard transcript": "a écarté la transcription automatique de",
}

/** Their titles say how it was done, or what it is. */
const EXPLAINED: readonly AuditKind[] = ["session", "factor", "settings"]

type AuditEntry = { action: AuditAction; kind: AuditKind; title: string }

/** « a modifié l’épisode », before its title; « s’est connecté : » before what tells how. */
export function describeEntry({ action, kind, title }: AuditEntry) {
  const noun = findType(kind)?.words.theOne ?? NOUNS[kind] ?? kind
  const verb = action === "revoke" && findType(kind) ? "a fermé un aperçu de" : VERBS[action]
  const sentence = SENTENCES[`${action} ${kind}`] ?? SENTENCES[action] ?? `${verb} ${noun}`
  return title && EXPLAINED.includes(kind) ? `${sentence}\u00a0:` : sentence
}

/** What is no field of a type's form, in the order in which it is told. */
const OTHER_FIELDS: Record<string, string> = {
  publishedAt: "date de publication",
  isPublished: "publié",
  scheduledAt: "date d’envoi",
  guests: "invités",
  into: "dans",
  audioType: "type du son",
  audioBytes: "taille du son",
  durationSeconds: "durée en secondes",
  state: "état",
  uncertain: "envois incertains",
  text: "texte",
  content: "contenu",
  author: "auteur",
  captions: "sous-titres",
  media: "média",
  title: "titre",
  name: "nom",
  role: "rôle",
  rights: "droits",
  expiresAt: "valable jusqu’au",
  email: "adresse e-mail",
  firstName: "prénom",
  lastName: "nom",
  birthDate: "date de naissance",
  notices: "e-mails de ce qui attend",
  wantsAudience: "audience du mois par e-mail",
  country: "pays",
  status: "état",
  isSubscribed: "abonné",
  isConfirmed: "accord confirmé",
  isSuppressed: "adresse écartée",
  fresh: "nouvelles adresses",
  agreedOn: "date de l’accord",
  origin: "origine de l’accord",
  remembered: "départs retenus",
  isRead: "lu",
  isArchived: "archivé",
  isDone: "traité",
  isWaiting: "en attente",
  isAutomatic: "lecture automatique",
  askedAt: "lecture demandée",
  words: "transcriptions et chapitres",
  sessions: "sessions terminées",
  created: "épisodes créés",
  linked: "déjà sur le site",
  updated: "mis à jour",
  unchanged: "inchangés",
  skipped: "ignorés",
  rows: "lignes",
  personalData: "données personnelles",
  library: "médias",
  exportedFor: "pour",
  isIgnored: "ignorée",
  isOn: "en cours",
  reason: "raison",
  retried: "fichiers réessayés",
  isAccepted: "pris malgré leur durée",
  files: "fichiers abandonnés",
  rulesAdded: "règles ajoutées",
  rulesChanged: "règles modifiées",
  rulesRefused: "lignes refusées",
  copyOf: "copie du",
  backup: "sauvegarde",
  dkim: "clé DKIM",
  passed: "étapes passées",
  months: "mois",
  since: "depuis",
  invitedBy: "invité par",
  account: "compte",
  comments: "commentaires",
  messages: "messages",
  subscriptions: "inscriptions",
  supports: "soutiens",
  imports: "imports d’autres sites",
  mails: "e-mails en attente",
}

/** What an entry says was changed, as forms have the fields: PostgreSQL keeps them in an order of its own. */
export function describeChanges(kind: AuditKind, changes: AuditChanges) {
  const form = findManagedType(kind)?.form
  const own: Record<string, string> = { ...(form && fieldWords(form)), ...findType(kind)?.fields }
  const order = [...Object.keys(own), ...Object.keys(OTHER_FIELDS)]
  const place = (field: string) => order.indexOf(field) + 1 || order.length + 1
  return Object.entries(changes)
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([field, [before, after]]) => ({
      label: labelOf(field) ?? own[field] ?? OTHER_FIELDS[field] ?? field,
      before: spellValue(field, before),
      after: spellValue(field, after),
    }))
}

const VALUES: Record<string, string> = {
  ...ROLE_LABELS,
  pending: "en attente",
  visible: "visible",
  hidden: "masqué",
}
const CODED = new Set(["role", "status"])

/** A field's value as people read it; undefined where there was none. */
function spellValue(field: string, value: unknown) {
  if (value === null || value === undefined) return undefined
  if (typeof value === "boolean") return value ? "oui" : "non"
  if (typeof value === "number") return String(value)
  if (typeof value !== "string") return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatLongTime(new Date(value))
  return (CODED.has(field) && VALUES[value]) || value
}
