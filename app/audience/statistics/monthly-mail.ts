import type { Mail } from "#app/base/mail/mail.server.ts"
import { firstBefore } from "#app/kit/lib/notices.ts"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { OVERVIEW } from "./office/paths.ts"

/** What was counted in a month, and of downloads in the one before it. */
export type MonthFigures = {
  /** Its first day. */
  month: string
  downloads: number
  /** None where that month was not counted from its first day on. */
  before?: number
  /** The day from which on downloads were counted, where that is within the month. */
  since?: string
  plays: number
  subscribers: number
  top?: { title: string; count: number }
  joined: number
}

type Address = Pick<Mail, "to"> & { podcast: string; publicUrl: string; seesNewsletter: boolean }

/** The mail that tells a month's audience. */
export function monthlyMail(
  figures: MonthFigures,
  { to, podcast, publicUrl, seesNewsletter }: Address,
): Mail {
  const { month, downloads, before, plays, subscribers, top, joined } = figures
  const lines = [
    `Téléchargements : ${spell(downloads)}${before === undefined ? "" : ` (${spell(before)} ${inMonth(firstBefore(month))})`}`,
    `Lectures sur le site : ${spell(plays)}`,
    `Abonnés au flux, selon les applications : ${spell(subscribers)}`,
    `Épisode le plus téléchargé : ${top ? `« ${top.title} », ${countDownloads(top.count)}` : "aucun"}`,
    ...(seesNewsletter ? [`Nouveaux abonnés à la newsletter : ${spell(joined)}`] : []),
  ]
  return {
    to,
    subject: `${podcast} : ${countDownloads(downloads)} ${inMonth(month)}`,
    text: `Bonjour,

${sayHowItWent(figures)}

${lines.join("\n")}

Les courbes et le détail :
${publicUrl}${OVERVIEW}

Pour ne plus recevoir ce message chaque mois :
${publicUrl}/admin/settings#prevenir`,
  }
}

/** « Novembre : 12 340 téléchargements, 8 % de plus qu’en octobre. » */
export function sayHowItWent({ month, downloads, before, since }: MonthFigures) {
  const name = nameOf(month)
  const said = `${name.charAt(0).toUpperCase()}${name.slice(1)} : ${countDownloads(downloads)}`
  if (since) return `${said}, ${downloads > 1 ? "comptés" : "compté"} depuis le ${Number(since.slice(8))}.`
  return before === undefined ? `${said}.` : `${said}, ${compare(downloads, before, firstBefore(month))}.`
}

const PERCENT = new Intl.NumberFormat("fr-FR", { style: "percent", maximumFractionDigits: 0 })

function compare(count: number, before: number, month: string) {
  if (count === before) return `comme ${inMonth(month)}`
  // Of a few more than none a share says nothing.
  if (count === 0 || before < 10) return `contre ${before === 0 ? "aucun" : spell(before)} ${inMonth(month)}`
  const share = (count - before) / before
  if (Math.abs(share) < 0.005) return `presque autant qu’${inMonth(month)}`
  return `${PERCENT.format(Math.abs(share))} de ${share > 0 ? "plus" : "moins"} qu’${inMonth(month)}`
}

function countDownloads(count: number) {
  if (count === 0) return "aucun téléchargement"
  return `${spell(count)} ${count > 1 ? "téléchargements" : "téléchargement"}`
}

const monthName = new Intl.DateTimeFormat("fr-FR", { month: "long", timeZone: "UTC" })
const nameOf = (month: string) => monthName.format(new Date(month))
const inMonth = (month: string) => `en ${nameOf(month)}`
