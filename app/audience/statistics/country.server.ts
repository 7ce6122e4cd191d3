import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { type CountryResponse, Reader } from "mmdb-lib"

type Countries = { country_code: string }
let table: Promise<Reader<Countries & CountryResponse>> | undefined

/**
 * The country that a network is registered in, as ISO 3166 has it; empty where nobody knows. It is looked up in a table that
 * comes with the site (registries' data, nro.net): nobody is asked.
 *
 * @param network an IPv4 address or an IPv6 network (server/client-address.ts)
 */
export async function findCountry(network: string) {
  const address = network.replace(/\/64$/, "")
  table ??= readFile(createRequire(import.meta.url).resolve(TABLE)).then((bytes) => new Reader(bytes))
  return address === "unknown" ? "" : ((await table).get(address)?.country_code ?? "")
}

const TABLE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"
