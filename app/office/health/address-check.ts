import { type Check, ON_SERVER, type Problem, summaryOf } from "./check.ts"

/** What is known of a request's way here. */
export type SeenAddress = {
  /** Without a slash at its end. */
  publicUrl: string
  trustedProxies: number
  /** What the `Host` header said. */
  host: string
  /** The names under which the site takes what is written. */
  ownNames: readonly string[]
  headers: Pick<Headers, "get">
  /** The address that limits count for this visitor. */
  clientAddress: string
}

/** Whether `TRUST_PROXY` and `PUBLIC_URL` fit how this very request came in. */
export function checkAddress(seen: SeenAddress): Check {
  const found = [findProxyFault(seen), findSchemeFault(seen) ?? findHostFault(seen)].flatMap(
    (finding) => finding ?? [],
  )
  const forwarded = forwardedAddresses(seen.headers)
  return {
    id: "adresse",
    title: "Adresse et proxy",
    ...summaryOf(found, "L’adresse du site est celle par laquelle vous êtes venu."),
    facts: [
      { label: "PUBLIC_URL", value: seen.publicUrl },
      { label: "Adresse demandée", value: hostsOf(seen)[0] ?? "inconnue" },
      // The machine's own name is among them.
      {
        label: "Noms sous lesquels on peut écrire",
        value: `${seen.ownNames.join(", ")}, adresses IP`,
        isPrivate: true,
      },
      { label: "TRUST_PROXY", value: String(seen.trustedProxies) },
      { label: "Adresses dans X-Forwarded-For", value: String(forwarded.length) },
      {
        label: "Protocole annoncé par le proxy",
        value: schemeOf(seen.headers) ?? "aucun",
      },
      { label: "Votre adresse, vue par le site", value: seen.clientAddress, isPrivate: true },
    ],
  }
}

function findProxyFault({ trustedProxies, headers }: SeenAddress): Problem | undefined {
  const forwarded = forwardedAddresses(headers)
  const isStandardOnly = forwarded.length === 0 && headers.get("forwarded") !== null
  if (trustedProxies === 0) {
    if (forwarded.length === 0 && !isStandardOnly) return undefined
    const proxies = Math.max(1, Math.min(10, forwarded.length))
    return {
      state: "fix",
      summary:
        "Un proxy se trouve devant le site, qui ne le sait pas\u00a0: tous les visiteurs comptent comme un seul.",
      advice: ON_SERVER,
      onServer: `Mettez TRUST_PROXY=${proxies}, le nombre de vos proxys, puis redémarrez le site.`,
    }
  }
  if (isStandardOnly)
    return {
      state: "fix",
      summary: "Le proxy ne dit pas au site d’où viennent les visiteurs.",
      advice: ON_SERVER,
      onServer:
        "Le proxy envoie Forwarded, que le site ne lit pas. Faites-lui envoyer aussi X-Forwarded-For.",
    }
  if (forwarded.length === 0)
    return {
      state: "fix",
      summary:
        "Cette demande est arrivée sans passer par le proxy\u00a0: ainsi, n’importe qui peut se donner une autre adresse.",
      advice: ON_SERVER,
      onServer: `TRUST_PROXY vaut ${trustedProxies}, et X-Forwarded-For manque. Fermez le port du site au public, ou faites envoyer X-Forwarded-For par le proxy\u00a0; sans proxy, mettez TRUST_PROXY=0.`,
    }
  if (forwarded.length < trustedProxies)
    return {
      state: "fix",
      summary:
        "Il y a moins de proxys devant le site qu’il ne le croit\u00a0: tous les visiteurs comptent comme un seul.",
      advice: ON_SERVER,
      onServer: `TRUST_PROXY vaut ${trustedProxies}, et X-Forwarded-For n’a que ${forwarded.length === 1 ? "une adresse" : `${forwarded.length} adresses`}. Mettez TRUST_PROXY=${forwarded.length}, puis redémarrez le site.`,
    }
  if (forwarded.length > trustedProxies && isPrivateAddress(forwarded.at(-trustedProxies) ?? ""))
    return {
      state: "look",
      summary:
        "L’adresse retenue pour vous est celle d’un réseau privé, et une autre la précède\u00a0: il y a sans doute un proxy de plus.",
      advice: ON_SERVER,
      onServer: `S’il est à vous, mettez TRUST_PROXY=${trustedProxies + 1}, puis redémarrez le site.`,
    }
  return undefined
}

function findSchemeFault({ publicUrl, headers }: SeenAddress): Problem | undefined {
  const wanted = new URL(publicUrl).protocol.slice(0, -1)
  const scheme = schemeOf(headers)
  if (scheme === undefined || scheme === wanted) return undefined
  return scheme === "https"
    ? {
        state: "fix",
        summary:
          "Cette page a été demandée en https, mais le site croit son adresse en http\u00a0: les liens des e-mails, des flux et des partages mènent à la mauvaise adresse.",
        advice: ON_SERVER,
        onServer: "Mettez https:// dans PUBLIC_URL, puis redémarrez le site.",
      }
    : {
        state: "fix",
        summary:
          "Cette page a été demandée en http, mais le site croit son adresse en https\u00a0: en http, personne ne reste connecté.",
        advice: ON_SERVER,
        onServer: "Faites rediriger http vers https par le proxy, ou corrigez PUBLIC_URL.",
      }
}

function findHostFault(seen: SeenAddress): Problem | undefined {
  const { host } = new URL(seen.publicUrl)
  const hosts = hostsOf(seen)
  if (hosts.length === 0 || hosts.includes(host)) return undefined
  const [asked = ""] = hosts
  if (!isInternal(asked))
    return {
      state: "fix",
      summary: `Cette page a été demandée à ${asked}, mais le site croit être à ${host}\u00a0: les liens des e-mails, des flux et des partages mènent à ${host}.`,
      advice: `Ouvrez l’administration à ${seen.publicUrl}. Si ce n’est pas la bonne adresse\u00a0: ${ON_SERVER}`,
      onServer: "Corrigez PUBLIC_URL, puis redémarrez le site.",
    }
  const isProxied = forwardedAddresses(seen.headers).length > 0 || seen.headers.get("forwarded") !== null
  return isProxied
    ? {
        state: "look",
        summary: `Le proxy demande ${asked} et ne dit pas ce que les visiteurs ont tapé\u00a0: l’adresse du site ne peut pas être vérifiée.`,
        advice: ON_SERVER,
        onServer: "Faites transmettre l’en-tête Host (ou X-Forwarded-Host) par le proxy.",
      }
    : {
        state: "look",
        summary: `Vous êtes passé par ${asked}, une adresse de votre réseau, et non par celle du site.`,
        advice: `Ouvrez cette page à ${seen.publicUrl} pour vérifier ce que voient les visiteurs.`,
      }
}

/** What visitors may have typed, the likeliest first: proxies pass it on in several ways, or not at all. */
function hostsOf({ host, headers }: SeenAddress) {
  const forwarded = /(?:^|[;,\s])host="?([^";,\s]+)/i.exec(headers.get("forwarded") ?? "")?.[1]
  const named = [
    headers.get("x-forwarded-host")?.split(",")[0]?.trim(),
    forwarded,
    host,
    refererHost(headers),
  ]
  // As addresses are compared: in lower case, without the usual ports.
  return [...new Set(named.flatMap((name) => (name ? (tidyHost(name) ?? []) : [])))]
}

function tidyHost(name: string) {
  const tidy = URL.parse(`http://${name}`)?.host.replace(/:443$/, "")
  return tidy && tidy.length <= 255 ? tidy : undefined
}

function refererHost(headers: SeenAddress["headers"]) {
  return URL.parse(headers.get("referer") ?? "")?.host
}

function schemeOf(headers: SeenAddress["headers"]) {
  const forwarded = /(?:^|[;,\s])proto="?(https?)\b/i.exec(headers.get("forwarded") ?? "")?.[1]
  const scheme = (headers.get("x-forwarded-proto")?.split(",")[0]?.trim() || forwarded)?.toLowerCase()
  return scheme === "http" || scheme === "https" ? scheme : undefined
}

function forwardedAddresses(headers: SeenAddress["headers"]) {
  return (headers.get("x-forwarded-for") ?? "").split(",").flatMap((part) => part.trim() || [])
}

const PRIVATE =
  /^\[?(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|::1\b|f[cd][0-9a-f]{2}:|fe80:)/i

function isPrivateAddress(address: string) {
  return PRIVATE.test(address)
}

/** A name that only the proxy's own network knows. */
function isInternal(host: string) {
  const name = host.replace(/:\d+$/, "")
  return isPrivateAddress(name) || !name.includes(".") || /\.(local|internal|lan)$/.test(name)
}
