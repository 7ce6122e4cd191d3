import { formatLongTime } from "#app/kit/lib/dates.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import type { DnsRecord } from "../mail-settings/dns-records.ts"
import { type Check, type Problem, summaryOf } from "./check.ts"

/** A start takes so much, and so does a picture that is made smaller. */
const FIX_MEMORY = 100e6
const LOOK_MEMORY = 300e6

export function checkMemory({ free, total }: { free: number; total: number }): Check {
  const check = {
    id: "memoire",
    title: "Mémoire",
    facts: [{ label: "Mémoire disponible", value: `${formatBytes(free)} sur ${formatBytes(total)}` }],
  }
  if (free > LOOK_MEMORY) return { ...check, state: "good", summary: "La machine a de la mémoire." }
  return {
    ...check,
    state: free < FIX_MEMORY ? "fix" : "look",
    summary: `Il ne reste que ${formatBytes(free)} de mémoire.`,
    advice: "Arrêtez ce qui en prend sans être utile, ou donnez plus de mémoire à la machine.",
  }
}

/** @param folder undefined where there is none */
export function checkFolder(dataDir: string, folder?: { isOwn: boolean; isRead: boolean }): Check {
  const check = { id: "dossier", title: "Dossier de données", facts: [{ label: "DATA_DIR", value: dataDir }] }
  if (!folder) return { ...check, state: "unset", summary: "Il n’y en a pas encore." }
  const problems: Problem[] = []
  if (!folder.isOwn)
    problems.push({
      state: "fix",
      summary: "Il appartient à un autre compte que celui qui lance cette commande.",
      advice:
        "Lancez npm run doctor sous le compte du site. Si c’est fait, donnez-lui le dossier (chown -R).",
    })
  if (folder.isRead)
    problems.push({
      state: "look",
      summary: "D’autres comptes de la machine peuvent le lire.",
      advice: "Redémarrez le site, qui le referme, ou lancez chmod -R go-rwx sur le dossier.",
    })
  return { ...check, ...summaryOf(problems, "Il est au compte du site, et à lui seul.") }
}

type PortUse = { by: "site" | "nobody" | "another" | "forbidden"; status?: string; version?: string }

export function checkPort(port: number, { by, status, version }: PortUse): Check {
  const check = {
    id: "port",
    title: "Port",
    facts: [
      { label: "PORT", value: String(port) },
      ...(version === undefined ? [] : [{ label: "Version qui répond", value: version }]),
    ],
  }
  if (by === "another")
    return {
      ...check,
      state: "fix",
      summary: `Un autre programme tient le port ${port}, ou le site n’y répond plus.`,
      advice: `Arrêtez ce qui l’occupe (ss -ltnp dit quoi), ou choisissez un autre port avec PORT.`,
    }
  if (by === "forbidden")
    return {
      ...check,
      state: "fix",
      summary: `Ce compte ne peut pas ouvrir le port ${port}.`,
      advice: "Choisissez un port à partir de 1024 avec PORT, et mettez un proxy devant le site.",
    }
  if (by === "nobody")
    return {
      ...check,
      state: "look",
      summary: `Le port ${port} est libre\u00a0: le site ne tourne pas.`,
      advice: "Démarrez-le (npm start). S’il tourne sur un autre port, donnez PORT à cette commande.",
    }
  if (status !== "ok")
    return {
      ...check,
      state: "fix",
      summary: "Le site tourne, et sa base de données ne lui répond pas.",
      advice: "Voyez ce qui est dit de la base de données.",
    }
  return { ...check, state: "good", summary: "Le site répond." }
}

/** @param addresses in numbers; `isPublic` tells those that others reach */
export function checkName(host: string, addresses: string[], isPublic: (address: string) => boolean): Check {
  const value = addresses.join(", ") || "aucune"
  const check = { id: "nom", title: "Nom de domaine", facts: [{ label: host, value }] }
  if (addresses.length === 0)
    return {
      ...check,
      state: "fix",
      summary: `${host} ne mène nulle part.`,
      advice: "Créez une entrée A ou AAAA pour ce nom chez votre hébergeur DNS, ou corrigez PUBLIC_URL.",
    }
  if (!addresses.some(isPublic))
    return {
      ...check,
      state: "look",
      summary: `Vu d’ici, ${host} mène à une adresse privée\u00a0: personne n’y vient d’ailleurs.`,
      advice: "Vérifiez l’entrée DNS. Sur un réseau privé, ou avec un nom mis dans /etc/hosts, c’est normal.",
    }
  return { ...check, state: "good", summary: `${host} mène à une adresse publique.` }
}

const DAY_MS = 86_400_000
const SOON_DAYS = 15

/** What OpenSSL and Node call it, in French. */
const REFUSALS: Record<string, string> = {
  CERT_HAS_EXPIRED: "il est périmé",
  CERT_NOT_YET_VALID: "il n’est pas encore valable",
  ERR_TLS_CERT_ALTNAME_INVALID: "il est fait pour un autre nom",
  DEPTH_ZERO_SELF_SIGNED_CERT: "aucune autorité reconnue ne l’a signé",
  SELF_SIGNED_CERT_IN_CHAIN: "aucune autorité reconnue ne l’a signé",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "il manque un certificat intermédiaire",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "il manque un certificat intermédiaire",
}

export function checkCertificate(
  host: string,
  { validTo, failure }: { validTo?: Date; failure?: string },
  now: Date,
): Check {
  const facts = validTo ? [{ label: "Valable jusqu’au", value: formatLongTime(validTo) }] : []
  const check = { id: "certificat", title: "Certificat", facts }
  if (!validTo)
    return {
      ...check,
      state: "fix",
      summary: `${host} ne répond pas en https (${failure ?? "échec"}).`,
      advice: "Vérifiez que le proxy tourne et que le port 443 est ouvert à tous.",
    }
  if (failure !== undefined)
    return {
      ...check,
      state: "fix",
      summary: `Les navigateurs refusent le certificat de ${host}\u00a0: ${REFUSALS[failure] ?? failure}.`,
      advice: "Faites-en faire un autre (certbot, Caddy…), avec toute sa chaîne, et rechargez le proxy.",
    }
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  if (days < SOON_DAYS)
    return {
      ...check,
      state: "look",
      summary: `Le certificat n’est plus valable que ${days > 1 ? `${days} jours` : "un jour"}.`,
      advice: "Vérifiez que son renouvellement automatique marche (certbot renew --dry-run).",
    }
  return { ...check, state: "good", summary: `Le certificat est valable encore ${days} jours.` }
}

type MailRecords = { domain: string; receives: boolean | undefined; records: DnsRecord[] }

/** DKIM is asked for under a name that only the sender knows: the settings of mails tell of the site's own. */
export function checkMailRecords({ domain, receives, records }: MailRecords): Check {
  const problems: Problem[] = records.flatMap(({ kind, name, value, state }) => {
    // One that does not name the mail server may name the service that it belongs to.
    if (state !== "missing" && state !== "several") return []
    const summary =
      state === "missing"
        ? `${domain} ne publie pas de ${kind}.`
        : `${domain} publie plusieurs ${kind}, dont aucun ne compte.`
    return [{ state: "look", summary, advice: `Publiez en TXT, une seule fois, à ${name}\u00a0: ${value}.` }]
  })
  if (receives === false)
    problems.push({
      state: "look",
      summary: `${domain} ne reçoit pas d’e-mails (pas de MX)\u00a0: les réponses et les retours se perdent.`,
      advice: "Créez une entrée MX, ou envoyez depuis un domaine qui reçoit (MAIL_FROM).",
    })
  const isUnknown = receives === undefined || records.some(({ state }) => state === "unknown")
  return {
    id: "dns-e-mails",
    title: "Domaine des e-mails",
    ...(isUnknown && problems.length === 0
      ? { state: "look" as const, summary: "Le DNS n’a pas répondu.", advice: "Recommencez plus tard." }
      : summaryOf(problems, `${domain} reçoit des e-mails, et dit qui en envoie.`)),
    facts: [
      { label: "MX", value: receives === undefined ? "inconnu" : receives ? "présent" : "aucun" },
      ...records.map(({ kind, found, state }) => ({
        label: kind,
        value: state === "unknown" ? "inconnu" : found.join(" | ") || "aucun",
      })),
      {
        label: "DKIM",
        value: "non vérifiable ici sans son sélecteur\u00a0: voir Réglages, Newsletter et e-mails",
      },
    ],
  }
}
