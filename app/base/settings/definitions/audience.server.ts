import { BlockList, isIP } from "node:net"
import { advanced, area, flag } from "../setting.server.ts"

const excluded = area("Réseaux exclus", {
  rows: 6,
  longest: 200_000,
  help: "Un par ligne, par exemple 203.0.113.0/24\u202f; ce qui suit un # est ignoré. Pour une liste de centres de données\u202f: des auditeurs y passent aussi, par un VPN ou le relais d’Apple.",
  words: "robots datacenter hébergeur ip exclure filtrer",
  default: "",
})

/** What is counted of an audience, and who sees it (audience/statistics). */
export const audience = {
  isCounted: flag("Mesurer l’audience", {
    help: "Sans cookie, sans adresse conservée, sans service extérieur. Arrêté, plus rien ne s’ajoute\u202f; ce qui est mesuré reste.",
    words: "statistiques audience téléchargements analytics traceur rgpd cnil",
    default: true,
  }),
  isMethodPublic: flag("Montrer la méthode aux visiteurs", {
    help: "À l’adresse /mesure, où chacun peut de toute façon s’opposer à la mesure.",
    words: "statistiques transparence mesure",
    default: false,
  }),
  areFiguresPublic: flag("Montrer les chiffres aux visiteurs", {
    help: "Les téléchargements des 30 derniers jours et des douze derniers mois, à l’adresse /mesure.",
    words: "statistiques transparence partager annonceurs",
    default: false,
  }),
  ...advanced({
    excluded: {
      ...excluded,
      schema: excluded.schema.refine(
        (text) => networksOf(text) !== undefined,
        "«\u00a0Réseaux exclus\u00a0»\u00a0: chaque ligne doit être une adresse IP ou un réseau, comme 203.0.113.0/24",
      ),
    },
  }),
}

/** The networks that stand in a text, one a line; undefined where a line is none. */
export function networksOf(text: string) {
  const networks = new BlockList()
  for (const line of text.split("\n")) {
    const network = line.replace(/#.*/, "").trim()
    if (network === "") continue
    const [, address = "", length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
    const [family, most] = isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const)
    if (!isIP(address) || Number(length ?? 0) > most) return undefined
    networks.addSubnet(address, Number(length ?? most), family)
  }
  return networks
}
