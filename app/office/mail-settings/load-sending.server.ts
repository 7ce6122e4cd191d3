import { findDkimRecord } from "#app/base/mail/dkim.server.ts"
import { mailSender, senderDomain, sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findTexts } from "./dns-lookup.server.ts"
import { dnsRecords, type FoundTexts } from "./dns-records.ts"

/** Whom the site's mails come from, and what its domain should publish. @param isLookedUp whether to ask what it does publish */
export async function loadSending(isLookedUp: boolean) {
  const { value: dkim } = await loadOr(findDkimRecord(), undefined)
  const domain = senderDomain()
  const asked = { domain, host: siteSettings().mail.smtpHost, dkim }
  const records = isPublicDomain(domain) ? dnsRecords(asked, new Map()) : []
  const hasLooked = isLookedUp && records.length > 0
  const found: FoundTexts = hasLooked ? await findTexts(records.map(({ name }) => name)) : new Map()
  return {
    isReal: sendsRealMail(),
    sender: mailSender().address,
    dkim: dkim !== undefined,
    hasLooked,
    records: hasLooked ? dnsRecords(asked, found) : records,
  }
}

/** One that other mail servers can ask about: « localhost » and addresses of machines publish nothing. */
function isPublicDomain(domain: string) {
  return /^(?=.{4,253}$)[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63})*\.\p{L}[\p{L}\p{N}-]{1,62}$/u.test(domain)
}
