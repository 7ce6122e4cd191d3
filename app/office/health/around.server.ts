import { lookup, Resolver } from "node:dns/promises"
import { stat } from "node:fs/promises"
import { createServer } from "node:net"
import { totalmem } from "node:os"
import { connect } from "node:tls"
import { z } from "zod"
import { findTexts } from "../mail-settings/dns-lookup.server.ts"
import { dnsRecords } from "../mail-settings/dns-records.ts"

/** How long one look at the network may take. */
export const LOOK_MS = 5_000

/** What this process may take of the machine's memory, and what the machine has, in bytes; in a container its share. */
export function readMemory() {
  const limit = process.constrainedMemory()
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return { free: Math.min(process.availableMemory(), total), total }
}

/** To whom a folder belongs and who may read it; undefined where there is none. */
export async function readFolder(path: string) {
  try {
    const { uid, mode } = await stat(path)
    return { isOwn: process.getuid === undefined || process.getuid() === uid, isRead: (mode & 0o066) !== 0 }
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined
    throw error
  }
}

export type PortUse =
  { by: "site"; status: string; version: string } | { by: "nobody" | "another" | "forbidden" }

const healthSchema = z.object({ status: z.string(), database: z.string(), version: z.string() })

/** Who has a port of this machine: a site like this one says so at `/healthz`. */
export async function findPortUse(port: number): Promise<PortUse> {
  try {
    const signal = AbortSignal.timeout(LOOK_MS)
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal, redirect: "error" })
    const health = healthSchema.safeParse(await response.json())
    return health.success ? { by: "site", ...health.data } : { by: "another" }
  } catch {
    return { by: await tryPort(port) }
  }
}

function tryPort(port: number) {
  return new Promise<"nobody" | "another" | "forbidden">((resolve) => {
    const server = createServer()
    server.on("error", (error) => resolve(codeOf(error) === "EACCES" ? "forbidden" : "another"))
    server.listen(port, () => server.close(() => resolve("nobody")))
  })
}

/** The addresses of a name; none where it has none. @throws what the resolver could not do */
export async function findAddresses(host: string, ask = lookUpAll) {
  try {
    const found = await ask(host)
    return found.map(({ address }) => address)
  } catch (error) {
    if (["ENOTFOUND", "ENODATA"].includes(codeOf(error) ?? "")) return []
    throw error
  }
}

const lookUpAll = (host: string): Promise<{ address: string }[]> => lookup(host, { all: true })

/** How the TLS handshake went: until when the certificate is valid, or a code that says what is wrong with it, or with the way there. */
export type Handshake = { validTo?: Date; failure?: string }

/** @param ca what is trusted instead of the usual authorities */
export function shakeHands(host: string, port: number, ca?: string) {
  return new Promise<Handshake>((resolve) => {
    // Looked at also where it is not to be trusted: only to say why.
    const socket = connect({ host, port, servername: host, ca, rejectUnauthorized: false, timeout: LOOK_MS })
    const end = (found: Handshake) => {
      socket.destroy()
      resolve(found)
    }
    socket.on("secureConnect", () =>
      end({
        validTo: new Date(socket.getPeerCertificate().valid_to),
        failure: socket.authorized ? undefined : codeOfRefusal(socket.authorizationError),
      }),
    )
    socket.on("timeout", () => end({ failure: "ETIMEDOUT" }))
    socket.on("error", (error) => end({ failure: codeOf(error) ?? "échec" }))
  })
}

/** Types say an error; it is its code. */
function codeOfRefusal(error: unknown) {
  return typeof error === "string" ? error : (codeOf(error) ?? "échec")
}

type Questions = {
  mx?: (domain: string) => Promise<{ exchange: string }[]>
  texts?: (name: string) => Promise<string[][]>
}

/** What a sender's domain publishes about its mails; `receives` is undefined where nobody answered. */
export async function findMailRecords(domain: string, mailServer: string, { mx, texts }: Questions = {}) {
  const [receives, found] = await Promise.all([
    findReceiver(domain, mx ?? askMx()),
    findTexts([domain, `_dmarc.${domain}`], texts),
  ])
  return { domain, receives, records: dnsRecords({ domain, host: mailServer }, found) }
}

async function findReceiver(domain: string, mx: NonNullable<Questions["mx"]>) {
  try {
    // « . » says that a domain takes no mail (RFC 7505).
    return (await mx(domain)).some(({ exchange }) => exchange !== "" && exchange !== ".")
  } catch (error) {
    return ["ENOTFOUND", "ENODATA"].includes(codeOf(error) ?? "") ? false : undefined
  }
}

function askMx() {
  const resolver = new Resolver({ timeout: LOOK_MS / 2, tries: 1 })
  return (domain: string) => resolver.resolveMx(domain)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
