/** An entry of the DNS that lets others trust the site's mails. */
export type DnsRecord = {
  kind: "SPF" | "DKIM" | "DMARC"
  /** Where it is published. */
  name: string
  /** What to publish. */
  value: string
  state: RecordState
  /** What is published there now. */
  found: string[]
}

/** `unknown`: nobody looked, or nobody answered. */
export type RecordState = "unknown" | "missing" | "present" | "several" | "other"

/** By name, the texts that are published there; undefined where that could not be found out. */
export type FoundTexts = Map<string, string[] | undefined>

/**
 * What the sender's domain should publish, beside what it does.
 *
 * @param host of the mail server, empty without one
 * @param dkim where the site's own key is to be found, and what it is
 */
export function dnsRecords(
  { domain, host, dkim }: { domain: string; host: string; dkim?: { name: string; value: string } },
  found: FoundTexts,
): DnsRecord[] {
  const spf = recordAt("SPF", domain, spfFor(host), found, isSpf, (text) => allows(text, host))
  const dmarc = recordAt("DMARC", `_dmarc.${domain}`, "v=DMARC1; p=none", found, isDmarc, () => true)
  if (!dkim) return [spf, dmarc]
  const isOurs = (text: string) => withoutSpaces(text).includes(publicKeyOf(dkim.value))
  return [spf, recordAt("DKIM", dkim.name, dkim.value, found, isDkim, isOurs), dmarc]
}

function recordAt(
  kind: DnsRecord["kind"],
  name: string,
  value: string,
  all: FoundTexts,
  isOne: (text: string) => boolean,
  isRight: (text: string) => boolean,
): DnsRecord {
  const texts = all.get(name)
  const found = (texts ?? []).filter(isOne)
  const state = (): RecordState => {
    if (texts === undefined) return "unknown"
    const [first, ...others] = found
    if (first === undefined) return "missing"
    if (others.length > 0) return "several"
    return isRight(first) ? "present" : "other"
  }
  const [first] = found
  // What is there already goes on allowing others: it is completed, never replaced.
  const completed = kind === "SPF" && state() === "other" && first ? completedSpf(first, value) : value
  return { kind, name, value: completed, state: state(), found }
}

const isSpf = (text: string) => /^v=spf1(\s|$)/i.test(text)
const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text)
const isDkim = (text: string) => /(^|;)\s*p\s*=/i.test(text)

/**
 * The mail server's own address is allowed by name; services that send from others (`include:`) say so themselves.
 */
function spfFor(host: string) {
  return ["v=spf1", ...mechanismsOf(host), "~all"].join(" ")
}

function mechanismsOf(host: string) {
  if (host === "") return ["mx"]
  const known = SERVICES.find(([server]) => host === server || host.endsWith(`.${server}`))
  if (known) return [`include:${known[1]}`]
  if (isLocal(host)) return ["a", "mx"]
  if (/^[\d.]+$/.test(host)) return [`ip4:${host}`]
  return host.includes(":") ? [`ip6:${host}`] : [`a:${host}`]
}

const isLocal = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.")

/** What services that many send with ask for, by the name of their servers. */
const SERVICES: [server: string, include: string][] = [
  ["ovh.net", "mx.ovh.com"],
  ["gandi.net", "_mailcust.gandi.net"],
  ["infomaniak.com", "spf.infomaniak.ch"],
  ["ionos.fr", "_spf-eu.ionos.com"],
  ["gmail.com", "_spf.google.com"],
  ["google.com", "_spf.google.com"],
  ["office365.com", "spf.protection.outlook.com"],
  ["brevo.com", "spf.brevo.com"],
  ["sendinblue.com", "spf.brevo.com"],
  ["mailjet.com", "spf.mailjet.com"],
  ["mailgun.org", "mailgun.org"],
  ["sendgrid.net", "sendgrid.net"],
  ["amazonaws.com", "amazonses.com"],
  ["protonmail.ch", "_spf.protonmail.ch"],
]

function allows(text: string, host: string) {
  const mechanisms = text.toLowerCase().split(/\s+/)
  return mechanismsOf(host).every((mechanism) =>
    mechanisms.some((one) => one.replace(/^\+/, "") === mechanism),
  )
}

function completedSpf(text: string, wanted: string) {
  const there = text.split(/\s+/).filter(Boolean)
  const lower = there.map((one) => one.toLowerCase())
  const added = wanted
    .split(" ")
    .slice(1, -1)
    .filter((one) => !lower.includes(one))
  const end = lower.findIndex((one) => /^[-~?+]?all$|^redirect=/.test(one))
  const at = end < 0 ? there.length : end
  return [...there.slice(0, at), ...added, ...there.slice(at)].join(" ")
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, "")
const publicKeyOf = (value: string) => value.slice(value.indexOf("p="))
