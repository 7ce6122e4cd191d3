import { area, choice, isHostName } from "../setting.server.ts"

const sites = area("Ces sites", {
  rows: 4,
  help: "Pour «\u00a0Sur certains sites seulement\u00a0»\u00a0: un nom par ligne, par exemple exemple.fr\u202f; ceux qui finissent par lui en sont aussi (www.exemple.fr).",
  words: "domaine iframe autoriser",
  default: "",
})

/** They all stand in one header of each answer. */
const MOST = 50

/** Where the player may stand on pages of others (app/podcast/embeds). */
export const embeds = {
  where: choice(
    "Lecteur sur d’autres sites",
    {
      everywhere: "Partout",
      sites: "Sur certains sites seulement",
      nowhere: "Nulle part",
    },
    {
      help: "Chaque épisode a un lecteur à intégrer\u00a0: bouton «\u00a0Intégrer\u00a0» de sa page. Réseaux et blogs le montrent aussi d’eux-mêmes, à partir de son lien.",
      words: "embed intégrer iframe oembed widget partager lecteur exportable",
      default: "everywhere",
    },
  ),
  sites: {
    ...sites,
    schema: sites.schema
      .transform((text) => text.split(/\s+/).map(hostOf).filter(Boolean))
      .refine(
        (hosts) => hosts.every((host) => isHostName(host.replace(/:\d{1,5}$/, ""))) && hosts.length <= MOST,
        `«\u00a0Ces sites\u00a0»\u00a0: un nom de site par ligne, comme exemple.fr, ${MOST} au plus`,
      )
      .transform((hosts) => [...new Set(hosts)].join("\n")),
  },
}

/** Typed or pasted as an address: its host, as a header can say it. */
function hostOf(typed: string) {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).host.replace(/^www\.(?=.+\.)/, "") : typed
}
