import { dkimVerify } from "mailauth/lib/dkim/verify.js"
import PostalMime from "postal-mime"
import { expect, test } from "vitest"
import { findDkimRecord, renewDkimKey } from "#app/base/mail/dkim.server.ts"
import { useDatabase } from "#test/database.ts"
import { createLetter } from "#test/letters.ts"
import { setSettings } from "#test/site-settings.ts"
import { freezeLetter } from "./freeze-letter.server.ts"
import { loadComposer } from "./letter-message.server.ts"
import { letterMessageId, readLetterMessageId } from "./message-id.server.ts"

useDatabase()

async function makeMail(values: Parameters<typeof createLetter>[0] = {}) {
  const letter = await createLetter({ content: "Bonsoir à tous & à toutes.", ...values })
  const { compose, linksOf } = await loadComposer()
  const links = linksOf(letter.id, 7)
  const messageId = await letterMessageId(12)
  const addressed = { email: "awa@cko.test", links, messageId, isOneClick: true }
  const mail = await compose({ ...letter, ...(await freezeLetter(letter)), isAutomatic: false }, addressed)
  return { ...mail, links, messageId, parsed: await PostalMime.parse(mail.source) }
}

test("45.1 a mail of a letter is for one person, who can unsubscribe by one click", async () => {
  const { parsed, envelope, links, messageId } = await makeMail({
    title: "Les nouvelles d’été",
    senderName: "Awa, de CKO",
  })
  expect(envelope).toMatchObject({ from: "noreply@cko.test", to: "awa@cko.test" })
  expect(parsed).toMatchObject({
    from: { name: "Awa, de CKO", address: "noreply@cko.test" },
    to: [{ address: "awa@cko.test" }],
    subject: "Les nouvelles d’été",
    messageId,
  })
  expect(parsed.cc).toBeUndefined()
  const header = (key: string) => parsed.headers.find((found) => found.key === key)?.value
  expect(header("list-unsubscribe")).toBe(`<${links.unsubscribe}>`)
  expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click")
  expect(header("x-letter-id")).toBe(header("message-id"))
  expect(header("list-id")).toContain("<lettres.cko.test>")
  expect(header("precedence")).toBe("bulk")
  expect(header("auto-submitted")).toBeUndefined()
  for (const link of [links.unsubscribe, links.preferences]) {
    expect(parsed.text).toContain(link)
    expect(parsed.html).toContain(link.replaceAll("&", "&amp;"))
  }
  expect(parsed.text).toContain("Bonsoir à tous & à toutes.")
  expect(`${parsed.text}${parsed.html}`).not.toContain("⟦")
})

test("a subject, a sender's name and a podcast's name make no headers", async () => {
  await setSettings("podcast", { name: 'CKO <a@b> "x"' })
  const { parsed } = await makeMail({
    title: "Un\r\nBcc: eve@cko.test",
    senderName: "A\nReply-To: eve@cko.test",
  })
  expect(parsed.bcc).toBeUndefined()
  expect(parsed.replyTo).toBeUndefined()
  expect(parsed.to).toHaveLength(1)
})

test("the signature covers what lets people unsubscribe, by an independent verifier", async () => {
  await renewDkimKey()
  const record = await findDkimRecord()
  const { source } = await makeMail()
  const resolver = async (name: string, type: string) => {
    if (name === record?.name && type === "TXT") return [[record.value]]
    throw Object.assign(new Error("not found"), { code: "ENOTFOUND" })
  }
  const verified = await dkimVerify(source, { resolver })
  expect(verified.results).toHaveLength(1)
  const [result] = verified.results
  expect(result?.status.result).toBe("pass")
  expect(result?.signingDomain).toBe("cko.test")
  const keys = result?.signingHeaders?.keys.toLowerCase() ?? ""
  for (const key of [
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "list-id",
    "list-unsubscribe",
    "list-unsubscribe-post",
  ])
    expect(keys.split(/:\s*/)).toContain(key)
  const changed = Buffer.from(source.toString("latin1").replace("=One-Click", "=Two-Click"), "latin1")
  expect(changed.equals(source)).toBe(false)
  const [forged] = (await dkimVerify(changed, { resolver })).results
  expect(forged?.status.result).not.toBe("pass")
})

test("a message's identifier is the same when it is made again, and nobody else makes it", async () => {
  const id = await letterMessageId(12)
  expect(id).toMatch(/^<letter-12-[\da-f]{16}@cko\.test>$/)
  expect(await letterMessageId(12)).toBe(id)
  expect(await readLetterMessageId(id)).toBe(12)
  expect(await readLetterMessageId(id.toUpperCase())).toBe(12)
  const forged = [
    ...[
      "",
      "<letter-12@cko.test>",
      id.replace("letter-12", "letter-13"),
      id.replace(/-[\da-f]{16}/, `-${"0".repeat(16)}`),
    ],
    ...[`<letter-${"9".repeat(40)}-${"a".repeat(16)}@cko.test>`, "<letter--1-0000000000000000@cko.test>"],
  ]
  for (const text of forged) expect(await readLetterMessageId(text)).toBeUndefined()
})
