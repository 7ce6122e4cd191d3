import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { siteFolder, type SiteName } from "./sites.ts"

/** The link that the newest such mail to an address holds; the sites write their mails as files. */
export async function linkMailedTo(email: string, link: RegExp, site: SiteName = "office") {
  const outbox = join(siteFolder(site), "data", "outbox")
  const entries = await readdir(outbox, { withFileTypes: true }).catch(() => [])
  // Letters have folders of their own.
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  for (const file of files.sort().reverse()) {
    const mail = await readFile(join(outbox, file), "utf8")
    const body = mail.slice(mail.indexOf("\r\n\r\n")).replaceAll("=\r\n", "").replaceAll("=3D", "=")
    const [found] = link.exec(body) ?? []
    if (found && mail.includes(email)) return found
  }
  return undefined
}
