import { sql } from "drizzle-orm"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { audienceDays, deliveries } from "#app/db/schema/statistics.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { findBuiltInPage } from "#app/writing/pages/legal-pages.server.ts"
import { PRIVACY } from "#app/writing/pages/legal-pages.ts"
import { findPageFor } from "#app/writing/pages/pages.server.ts"
import { openDay } from "./deliveries.server.ts"
import { METHOD_PATH } from "./uncounted.ts"

/** One of what the CNIL asks of who measures an audience without consent (text of 4 July 2025). */
export type Criterion = { asked: string; answer: string; isMet: boolean }

/** What the site does of what is asked, as it is set up and as its tables are now. */
export async function assessAudience(now = new Date()): Promise<Criterion[]> {
  const { audience, legal } = siteSettings()
  const [left, oldest, privacy] = await Promise.all([
    db.$count(deliveries, sql`day < ${openDay(now)}`),
    findOldest(),
    findPrivacyText(),
  ])
  const { bucket } = getSettings()
  const host = legal.hostName || "l’hébergeur, à nommer dans les mentions légales"
  return [
    {
      asked: "Ne servir qu’à mesurer l’audience du site, pour son seul éditeur",
      answer: `Sont comptés les téléchargements, les lectures, les pages ouvertes, les recherches sans résultat et les abonnés du flux. Seule l’équipe de ${legal.editorName || "l’éditeur, à nommer dans les mentions légales"} voit ces chiffres.`,
      isMet: legal.editorName !== "",
    },
    {
      asked: "Ne produire que des statistiques anonymes",
      answer: `Des totaux par jour, sans ligne par personne. Les empreintes d’une journée (HMAC-SHA-256 du réseau et de l’application) et leur clé, tirée au hasard, sont détruites la nuit suivante\u00a0: il en reste ${left.toLocaleString("fr-FR")} des jours passés.`,
      isMet: left === 0,
    },
    {
      asked: "Ne rien recouper avec d’autres traitements",
      answer:
        "Les totaux n’ont ni compte, ni adresse e-mail, ni commentaire, ni abonnement auquel les rattacher. L’équipe connectée n’est pas comptée. Les lettres ne contiennent pas de pixel.",
      isMet: true,
    },
    {
      asked: "Ne rien transmettre à des tiers",
      answer: bucket
        ? `Aucun service de mesure n’est appelé. Les fichiers sont dans un stockage S3${bucket.isRedirected ? ", vers lequel les auditeurs sont renvoyés\u202f: son exploitant reçoit leur adresse" : ", que seul le site lit"}.`
        : "Aucun service de mesure n’est appelé\u00a0: le site compte ce qu’il envoie lui-même. Le pays vient d’une table qui se trouve sur le serveur.",
      isMet: true,
    },
    {
      asked: "Ne suivre personne d’un site ou d’une application à l’autre",
      answer:
        "Aucun identifiant, ni dans le navigateur, ni dans l’adresse des fichiers, ni dans le flux. Des autres sites, seul le nom de domaine d’où l’on vient est compté.",
      isMet: true,
    },
    {
      asked: "Informer les visiteurs",
      answer: privacy.includes(METHOD_PATH)
        ? "La politique de confidentialité décrit la mesure et mène à la page d’opposition."
        : `La politique de confidentialité est absente, ou ne mène pas à ${METHOD_PATH}\u00a0: à ajouter.`,
      isMet: privacy.includes(METHOD_PATH),
    },
    {
      asked: "Permettre de s’y opposer",
      answer: `Par la page ${METHOD_PATH}, d’un clic, sans compte. Le choix est retenu par le cookie cko_uncounted, qui ne dit que cela. Qui écoute par une application n’envoie pas de cookie\u00a0: aucune donnée ne permet de reconnaître cette personne pour l’exclure.`,
      isMet: true,
    },
    {
      asked: "Limiter les traceurs à 13 mois, sans prolongation à chaque visite",
      answer: "La mesure n’en dépose aucun. Le cookie d’opposition expire treize mois après le choix.",
      isMet: true,
    },
    {
      asked: "Limiter les données à 25 mois",
      answer: `Le détail par jour devient des totaux par mois après 25 mois. ${oldest ? `Le plus ancien jour gardé est le ${oldest}.` : "Rien n’est encore compté."}`,
      isMet: true,
    },
    {
      asked: "Ne pas localiser plus finement qu’il n’est utile",
      answer:
        "Le pays seulement, par jour et pour tous les épisodes ensemble. L’adresse n’est écrite nulle part, ni en base, ni au journal.",
      isMet: true,
    },
    {
      asked: "Encadrer les sous-traitants",
      answer: `Le seul est ${host}${legal.hostCountry ? ` (${legal.hostCountry})` : ""}, qui héberge le site.`,
      isMet: legal.hostName !== "" && legal.hostCountry !== "",
    },
    {
      asked: "Revoir les durées et la configuration régulièrement",
      answer: `Cette page se lit sur les réglages du moment\u00a0: l’imprimer deux fois par an en garde la preuve. Réseaux exclus\u00a0: ${audience.excluded.trim() ? "une liste est chargée" : "aucun"}.`,
      isMet: true,
    },
  ]
}

async function findOldest() {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day)::text as day from ${audienceDays} where measure in ('downloads', 'page', 'play') and episode_id = 0`,
  )
  const day = rows[0]?.day
  return day ? formatLongDate(new Date(day)) : undefined
}

/** As visitors read it: the hosts' own, or the one that is written from the settings. */
async function findPrivacyText() {
  const page = (await findPageFor(null, PRIVACY)) ?? (await findBuiltInPage(PRIVACY))
  return page?.content ?? ""
}
