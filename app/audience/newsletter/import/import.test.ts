import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { emptyDatabase, useDatabase, withoutTable } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import { fieldProblems, filledForm, readPage, sendForm, signInAsNew, visitAs } from "#test/people.ts"
import { takeLoggedErrors } from "#test/setup.ts"
import { workOffImports } from "./work-off-imports.server.ts"
import type { ListAnswer } from "./read-list.server.ts"
import { readList } from "./read-list.server.ts"

const PATH = "/admin/newsletter/import"
let cookie = ""

useDatabase()
const outbox = useOutbox()
beforeEach(async () => {
  cookie = await signInAsNew("admin")
})

const subscribers = () => storedRows("newsletter_subscribers")
const lists = () => storedRows("subscriber_imports")
const post = (fields: Record<string, string>) => sendForm(PATH, fields, { cookie })
const paste = (list: string) => post({ intent: "paste", list })
const START = { intent: "start", id: "1", origin: "Ancien site", agreedOn: "2024-05-01", mode: "ask" }
async function upload(body: BodyInit, name = "liste.csv", to?: number) {
  const parameters = new URLSearchParams({ name, ...(to !== undefined && { to: String(to) }) })
  const response = await send(`${PATH}/stream?${parameters}`, {
    method: "POST",
    body,
    headers: {
      cookie,
      Origin: PUBLIC_URL,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/octet-stream",
    },
    duplex: "half",
  } as RequestInit)
  return { status: response.status, answer: (await response.json()) as ListAnswer }
}
/** What waits, by address. */
async function waiting() {
  const { rows } = await db.execute<{ email: string; name: string }>(
    sql`select email, name from subscriber_import_rows order by email`,
  )
  return Object.fromEntries(rows.map(({ email, name }) => [email, name]))
}

describe("a list", () => {
  const AWA = { "awa@cko.test": "Éléonore L’Œil" }
  test.each<[string, Buffer, string, Record<string, string>]>([
    ["UTF-8", Buffer.from("Nom;Email\r\nÉléonore L’Œil;AWA@cko.test\r\n"), "UTF-8", AWA],
    ["UTF-8 with its mark", Buffer.from("\uFEFFEmail;Nom\nawa@cko.test;Éléonore L’Œil\n"), "UTF-8", AWA],
    [
      "UTF-16 with its mark",
      Buffer.from("\uFEFFEmail\tNom\nawa@cko.test\tÉléonore L’Œil", "utf16le"),
      "UTF-16",
      AWA,
    ],
    ["UTF-16 without", Buffer.from("Email\tNom\nawa@cko.test\tÉléonore L’Œil", "utf16le"), "UTF-16", AWA],
    [
      "UTF-16, the other way round",
      Buffer.from("\uFEFFEmail;Nom\nawa@cko.test;Éléonore L’Œil", "utf16le").swap16(),
      "UTF-16",
      AWA,
    ],
    [
      "Windows-1252",
      Buffer.from("Email;Nom\nawa@cko.test;\xc9l\xe9onore L\x92\x8cil\n", "latin1"),
      "Windows-1252",
      AWA,
    ],
    [
      "Mac Roman",
      Buffer.from("Email;Nom\rawa@cko.test;\x83l\x8eonore L\xd5\xceil\r", "latin1"),
      "Mac Roman",
      AWA,
    ],
    [
      "Windows-1252, whose only such letter is the last",
      Buffer.from("Email;Nom\nawa@cko.test;Ren\xe9", "latin1"),
      "Windows-1252",
      { "awa@cko.test": "René" },
    ],
  ])("46.1 is read in %s", async (_name, bytes, encoding, expected) => {
    expect((await upload(new Uint8Array(bytes))).answer).toEqual({ id: 1 })
    expect(await waiting()).toEqual(expected)
    expect(await lists()).toMatchObject([{ encoding, state: "read", name: "liste.csv" }])
  })

  test.each([
    ["awa@cko.test\nlea@cko.test", { "awa@cko.test": "", "lea@cko.test": "" }],
    ["prénom,nom,e-mail\nAwa,Diop,awa@cko.test", { "awa@cko.test": "Awa Diop" }],
    ["id|Full Name|Email Address\n1|Awa|awa@cko.test", { "awa@cko.test": "Awa" }],
    ["Nom\nAwa;awa@cko.test", { "awa@cko.test": "Awa" }],
    ["Awa <AWA@cko.test>", { "awa@cko.test": "" }],
    ["Adresse de contact;autre\nmailto:awa@cko.test;x", { "awa@cko.test": "" }],
    ['"Diop; Awa";awa@cko.test\n"Dit ""Nour""";nour@cko.test', { "awa@cko.test": "", "nour@cko.test": "" }],
    [
      'Nom;Email\n"Diop; Awa";awa@cko.test\n"Dit ""Nour""";nour@cko.test',
      { "awa@cko.test": "Diop; Awa", "nour@cko.test": 'Dit "Nour"' },
    ],
    ["Nom;Email\n'=1+1;'awa@cko.test", { "awa@cko.test": "=1+1" }],
    ["Export, du 12 novembre\n\nCamarade,Contact\nAwa,awa@cko.test", { "awa@cko.test": "" }],
    ["Export, du 12 novembre\nNom;E-mail\nAwa;awa@cko.test", { "awa@cko.test": "Awa" }],
    ["sep=;\nE-mail;Nom\nawa@cko.test;Awa", { "awa@cko.test": "Awa" }],
  ])("finds its columns: %j", async (text, expected) => {
    expect((await upload(text)).answer).toEqual({ id: 1 })
    expect(await waiting()).toEqual(expected)
  })

  test("46.1 leaves out what is no address, counts what comes twice, and says which lines", async () => {
    const evil = [
      "pas une adresse",
      "a@b",
      "a b@cko.test",
      '"x@cko.test\r\nBcc: tous@cko.test"',
      `${"a".repeat(300)}@cko.test`,
    ]
    await upload(["Email;Nom", "awa@cko.test;A", "AWA@CKO.test;B", ...evil, "nul\u0000@cko.test"].join("\n"))
    expect(await waiting()).toEqual({ "awa@cko.test": "A" })
    const [list] = await lists()
    expect(list).toMatchObject({ row_count: 8, double_count: 1, invalid_count: 6 })
    expect(list?.invalid).toContainEqual({ line: 4, text: "pas une adresse" })
  })

  test("keeps a name as one line of text, whatever it holds", async () => {
    await upload(
      `Nom;Email\n"A\r\nBcc: x\u0000\u202e${"é".repeat(300)}";awa@cko.test\n=HYPERLINK("//x");lea@cko.test`,
    )
    const names = await waiting()
    expect(names["awa@cko.test"]).toMatch(/^A Bcc: x é+$/)
    expect([...(names["awa@cko.test"] ?? "")]).toHaveLength(100)
    expect(names["lea@cko.test"]).toBe('=HYPERLINK("//x")')
  })

  test.each([
    ["", /Aucune colonne/],
    ["\n\n;;\n", /Aucune colonne/],
    ["Nom\nAwa", /Aucune colonne/],
    ["\u0000\u0001\u0002\u0003\u0004", /Aucune colonne/],
    ['Nom;Email\n"Awa;awa@cko.test\nLéa;lea@cko.test', /Vers la ligne \d+, un guillemet/],
    [`Nom;Email\n"${"a\n".repeat(80_000)}`, /un guillemet/],
  ])("is refused as a whole, and forgotten: %#", async (text, problem) => {
    const { status, answer } = await upload(text)
    expect([status, answer]).toEqual([400, { problem: expect.stringMatching(problem) }])
    expect([await lists(), await waiting()]).toEqual([[], {}])
  })

  test("of more than 100 MB, or without an end of line, is refused before it is read to its end", async () => {
    let taken = 0
    async function* endless(piece: string) {
      const bytes = Buffer.from(piece)
      for (; taken < 400_000_000; taken += bytes.length) yield bytes
    }
    const line = `awa@cko.test;${"x".repeat(200)}\n`
    expect(await readList(endless(line.repeat(500_000)))).toEqual({
      problem: expect.stringContaining("100 Mo"),
    })
    expect(taken).toBeLessThan(250_000_000)
    taken = 0
    expect(await readList(endless(`"awa@cko.test${"x".repeat(60_000)}`))).toHaveProperty("problem")
    expect(taken).toBeLessThan(2_000_000)
  })

  test("that was pasted is read the same, and its problem stands at the field", async () => {
    const read = await paste("Nom;Email\nAwa;awa@cko.test")
    expect([read.status, read.headers.get("location")]).toEqual([303, `${PATH}?id=1`])
    const refused = await paste("rien")
    const form = (await readPage(refused)).get("main").get("form")
    expect(refused.status).toBe(400)
    expect(fieldProblems(form)).toMatchObject({ "La liste": expect.stringContaining("Aucune colonne") })
    expect(filledForm(form).list).toBe("rien")
  })
})

describe("46.2 whom a list says not to write to", () => {
  /** What becomes of each, by address; `null` of who is not known afterwards. */
  async function fates() {
    const { rows } = await db.execute<{ email: string; fate: string }>(sql`
      select email, case when unsubscribed_at is not null then 'left' when suppressed_at is not null then 'undeliverable'
        when confirmed_at is null then 'ask' else 'write' end as fate from newsletter_subscribers`)
    return Object.fromEntries(rows.map(({ email, fate }) => [email.replace("@cko.test", ""), fate]))
  }
  const CONFIRMED = { mode: "confirmed", isAttested: "on", isRemembered: "on" }
  async function take(list: string, fields: Record<string, string> = {}, name = "liste.csv") {
    expect(await upload(list, name)).toMatchObject({ status: 200 })
    const id = String((await lists()).at(-1)?.id)
    const started = await post({ ...START, id, ...CONFIRMED, ...fields })
    expect(started.status).toBe(302)
    await workOffImports()
    return fates()
  }
  test.each<[string, string, Record<string, string>]>([
    [
      "Brevo",
      "CONTACT ID;EMAIL;SMS_BLOCKLISTED;EMAIL_BLOCKLISTED;DATE_ADDED\n1;a@cko.test;Yes;No;2026-01-01\n2;b@cko.test;;Yes;2026-01-01",
      { a: "write", b: "left" },
    ],
    [
      "listmonk",
      'uuid,email,name,attributes,status,created_at\n1,a@cko.test,A,"{""ville"": ""Lyon""}",enabled,2026-01-01\n2,b@cko.test,B,{},blocklisted,2026-01-01\n3,c@cko.test,C,{},disabled,2026-01-01',
      { a: "write", b: "left", c: "left" },
    ],
    [
      "Substack",
      "email,active_subscription,expiry,email_disabled,plan\na@cko.test,true,,false,other\nb@cko.test,false,,true,other\nc@cko.test,false,,false,other",
      { a: "write", b: "left", c: "write" },
    ],
    [
      "Ghost",
      "id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at\n1,a@cko.test,A,,true,false,2026-01-01T00:00:00.000Z,\n2,b@cko.test,B,,false,false,2026-01-01T00:00:00.000Z,\n3,c@cko.test,C,,true,false,2026-01-01T00:00:00.000Z,2026-02-01T00:00:00.000Z",
      { a: "write", b: "left", c: "left" },
    ],
    [
      "Mailchimp, of who bounces",
      "Email Address,First Name,MEMBER_RATING,OPTIN_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE\na@cko.test,A,2,2026-01-01 10:00:00,2026-02-01 10:00:00,Lettre",
      { a: "undeliverable" },
    ],
    [
      "Mailchimp, of who left",
      "Email Address,First Name,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON\na@cko.test,A,2026-01-01 10:00:00,2026-02-01 10:00:00,NORMAL",
      { a: "left" },
    ],
    [
      "Mailchimp, with dates of confirmation",
      "Email Address,OPTIN_TIME,CONFIRM_TIME,CONFIRM_IP,TAGS\na@cko.test,,2026-01-01 10:00:00,192.0.2.1,Lyon\nb@cko.test,2026-01-01 10:00:00,,,Lyon",
      { a: "write", b: "ask" },
    ],
    [
      "MailPoet",
      "Email,List status,Global status\na@cko.test,subscribed,subscribed\nb@cko.test,subscribed,unsubscribed\nc@cko.test,unconfirmed,subscribed\nd@cko.test,subscribed,bounced",
      { a: "write", b: "left", c: "ask", d: "undeliverable" },
    ],
    [
      "MailerLite",
      "Subscriber,Status,Unsubscribed\na@cko.test,Active,\nb@cko.test,Unconfirmed,\nc@cko.test,Junk,\nd@cko.test,Active,2026-01-01 10:00:00",
      { a: "write", b: "ask", c: "left", d: "left" },
    ],
    [
      "Mailjet",
      "Email,Name,IsUnsubscribed,IsSpamComplaint,IsBlocked,Subscription Date\na@cko.test,A,false,false,false,2026-01-01\nb@cko.test,B,true,false,false,2026-01-01\nc@cko.test,C,false,true,false,2026-01-01",
      { a: "write", b: "left", c: "left" },
    ],
    [
      "Buttondown",
      "email_address,notes,metadata,tags,subscriber_type,unsubscription_reason,creation_date\na@cko.test,,{},lyon,regular,,2026-01-01\nb@cko.test,,{},,unactivated,,2026-01-01\nc@cko.test,,{},,unsubscribed,trop,2026-01-01\nd@cko.test,,{},,undeliverable,,2026-01-01",
      { a: "write", b: "ask", c: "left", d: "undeliverable" },
    ],
    [
      "beehiiv",
      "email,status,tier,created_at,utm_source,referral_code\na@cko.test,active,free,2026-01-01,site,x\nb@cko.test,pending,free,2026-01-01,site,x\nc@cko.test,inactive,free,2026-01-01,site,x\nd@cko.test,invalid,free,2026-01-01,site,x",
      { a: "write", b: "ask", c: "left", d: "undeliverable" },
    ],
    [
      "Kit",
      "id,first_name,email,state,created_at,Tags\n1,A,a@cko.test,active,2026-01-01,lyon\n2,B,b@cko.test,cancelled,2026-01-01,\n3,C,c@cko.test,bounced,2026-01-01,\n4,D,d@cko.test,complained,2026-01-01,\n5,E,e@cko.test,inactive,2026-01-01,",
      { a: "write", b: "left", c: "undeliverable", d: "left", e: "left" },
    ],
    [
      "Shopify",
      "Email,Accepts Email Marketing,Accepts SMS Marketing\na@cko.test,yes,no\nb@cko.test,no,yes",
      { a: "write", b: "left" },
    ],
    [
      "HubSpot",
      "Email,Unsubscribed from all email,Marketing emails bounced\na@cko.test,,0\nb@cko.test,true,0\nc@cko.test,,3",
      { a: "write", b: "left", c: "undeliverable" },
    ],
    [
      "ours",
      "Nom;Email;Date d’inscription;État;Thèmes;Lien de désabonnement\nA;a@cko.test;2026-01-01;Confirmé;;https://cko.test/u\nB;b@cko.test;2026-01-01;À confirmer;;https://cko.test/u\nC;c@cko.test;2026-01-01;Adresse refusée;;https://cko.test/u",
      { a: "write", b: "ask", c: "undeliverable" },
    ],
    [
      "Excel",
      "sep=;\nE-mail;Prénom;Nom;Statut\na@cko.test;Awa;Diop;abonné\nB@cko.test;Marc;Petit;désabonné\nc@cko.test ;Zoé;;subscribed",
      { a: "write", b: "left", c: "write" },
    ],
    [
      "a hand, with yes and no",
      "Mail;Inscrit à la newsletter ?;Ne pas écrire\na@cko.test;oui;\nb@cko.test;non;\nc@cko.test;oui;x",
      { a: "write", b: "left", c: "left" },
    ],
    [
      "a hand, without titles",
      "a@cko.test;abonné\nb@cko.test;désabonnée\nc@cko.test;en attente",
      { a: "write", b: "left", c: "ask" },
    ],
    [
      "a sheet that names somebody twice",
      "Email,Status\na@cko.test,subscribed\nA@cko.test,unsubscribed",
      { a: "left" },
    ],
    ["double opt-in", "Email,double_optin\na@cko.test,true\nb@cko.test,false", { a: "write", b: "ask" }],
    ["what waits", "Email,is_opt_in_pending\na@cko.test,false\nb@cko.test,true", { a: "write", b: "ask" }],
  ])("is read in the words of %s", async (_sender, list, expected) => {
    expect(await take(list)).toEqual(expected)
  })

  test.each([
    ["an unknown word", "Email;Statut\na@cko.test;abonné\nb@cko.test;dort"],
    ["no word", "Email;Statut\na@cko.test;abonné\nb@cko.test;"],
    ["a note", "Email;Notes\na@cko.test;\nb@cko.test;Ne plus lui écrire (mars)"],
    ["a tag", "Email;Tags\na@cko.test;Lyon\nb@cko.test;Lyon, unsubscribed"],
    ["what may mean something else", "Email;Statut\na@cko.test;actif\nb@cko.test;archivé"],
  ])("is nobody of whom it says %s, until the host decides", async (_what, list) => {
    await upload(list)
    const page = await visitAs(cookie, `${PATH}?id=1`)
    const form = page.get("main")
    const [select] = form.all("select").filter((one) => one.attributes.name?.startsWith("fate-"))
    const { name = "" } = select?.attributes ?? {}
    expect(select?.attributes["aria-label"]).toContain("Ce qu’il advient sous")
    expect(await take(list)).not.toMatchObject({ b: "write" })
    await emptyDatabase()
    cookie = await signInAsNew("admin")
    expect(await take(list, { [name]: "write" })).toEqual({ a: "write", b: "write" })
    await emptyDatabase()
    cookie = await signInAsNew("admin")
    expect(await take(list, { [name]: "ask" })).toEqual({ a: "write", b: "ask" })
  })

  test("may be several files, of which those who left and those who bounce stay such, and says what of them does not come", async () => {
    await upload(
      "Email Address,First Name,TAGS\na@cko.test,A,lyon\nb@cko.test,B,\nc@cko.test,C,\nnichts,,",
      "subscribed.csv",
    )
    await upload(
      "Email Address,First Name,UNSUB_TIME\nb@cko.test,B,2026-02-01\nd@cko.test,D,2026-02-01",
      "unsubscribed.csv",
      1,
    )
    await upload("Email Address,First Name\nc@cko.test,C\noh,", "cleaned.csv", 1)
    expect(await lists()).toMatchObject([
      {
        ...{ name: "subscribed.csv, unsubscribed.csv, cleaned.csv", state: "read" },
        ...{ row_count: 8, double_count: 2, invalid_count: 2 },
      },
    ])
    const page = (await visitAs(cookie, `${PATH}?id=1`)).get("main").text
    expect(page).toContain("Rien d’autre ne vient\u00a0: ni «\u00a0TAGS\u00a0».")
    await post({ ...START, ...CONFIRMED, id: "1" })
    await workOffImports()
    expect(await fates()).toEqual({ a: "write", b: "left", c: "undeliverable", d: "left" })
  })

  test("of several files is nothing where one of them is none, and goes on only while it waits", async () => {
    await upload("Email\na@cko.test", "a.csv")
    expect(await upload("Nom\nAwa", "b.csv", 1)).toMatchObject({
      status: 400,
      answer: { problem: expect.stringContaining("Aucune colonne") },
    })
    expect(await lists()).toEqual([])
    for (const to of [1, 99, 0])
      expect(await upload("Email\nb@cko.test", "c.csv", to)).toMatchObject({
        status: 400,
        answer: { problem: expect.stringContaining("n’attend plus") },
      })
    expect(await lists()).toEqual([])
    await upload("Email\na@cko.test", "a.csv")
    const both = await Promise.all(
      ["x.csv", "y.csv"].map((name) => upload(`Email\n${name}@cko.test`, name, 2)),
    )
    // Who comes while another one is read is refused, and nothing is lost or counted twice.
    const taken = both.filter(({ status }) => status === 200).length
    expect(taken).toBeGreaterThan(0)
    expect(await lists()).toMatchObject([{ row_count: 1 + taken, state: "read" }])
    expect(Object.keys(await waiting())).toHaveLength(1 + taken)
  })

  test("is sure where a word is: no form says otherwise", async () => {
    const list = "Email;Statut\na@cko.test;abonné\nb@cko.test;désabonné"
    expect(await take(list, { "fate-0": "write", "fate-1": "write" })).toEqual({ a: "write", b: "left" })
  })

  test.each(["cleaned_members.csv", "désabonnés 2026.csv", "suppression_bounces.csv", "Unsubscribes.CSV"])(
    "is everybody of a file that is called %s, unless the host knows better",
    async (name) => {
      await upload("Email\na@cko.test", name)
      expect((await visitAs(cookie, `${PATH}?id=1`)).text).toContain("Ne plus jamais écrire à 1 personne")
      expect(await take("Email\nb@cko.test", {}, name)).toMatchObject({
        b: expect.stringMatching(/left|undel/),
      })
      expect(await take("Email\nc@cko.test", { "fate-0": "write" }, name)).toMatchObject({ c: "write" })
    },
  )

  test("is remembered, so that a later list brings nobody back; unless that was taken back", async () => {
    await upload("Email,Name,UNSUB_TIME\na@cko.test,Awa,2026-02-01 10:00:00")
    await post({ intent: "remember", id: "1" })
    await workOffImports()
    expect(await subscribers()).toMatchObject([{ name: "", unsubscribed_at: expect.any(String) }])
    expect(await take("Email\na@cko.test\nb@cko.test")).toEqual({ a: "left", b: "write" })
    expect((await visitAs(cookie, `${PATH}?id=1`)).text).toContain("1 adresse retenue")
    await post({ intent: "undo", id: "1" })
    await workOffImports()
    expect(await fates()).toEqual({ b: "write" })
  })

  test("ends what an earlier list began, not what people began here by themselves", async () => {
    await take("Email\na@cko.test\nb@cko.test")
    await db.execute(
      sql`insert into newsletter_subscribers (email, consent_origin, confirmed_at) values ('c@cko.test', 'form', now())`,
    )
    await upload("Email,Unsubscribed\na@cko.test,true\nc@cko.test,true")
    const page = await visitAs(cookie, `${PATH}?id=2`)
    expect(page.get("dl").text).toContain("1 Parmi elles, inscrites ici d’elles-mêmes")
    await post({ intent: "remember", id: "2" })
    await workOffImports()
    expect(await fates()).toEqual({ a: "left", b: "write", c: "write" })
    await post({ intent: "undo", id: "2" })
    await workOffImports()
    expect(await fates()).toEqual({ a: "write", b: "write", c: "write" })
  })

  test("46.2 is said value by value, with how many they are, and kept with each address as proof", async () => {
    await upload(
      "Email;Statut\na@cko.test;abonné\nb@cko.test;désabonné\nb@cko.test;désabonné\nc@cko.test;pending",
    )
    const { text } = (await visitAs(cookie, `${PATH}?id=1`)).get("main")
    for (const row of [
      "Statut abonné 1 leur écrire",
      "Statut désabonné 1 ne pas écrire",
      "Statut pending 1 leur demander de confirmer",
    ])
      expect(text).toContain(row)
    await post({ ...START, ...CONFIRMED })
    await workOffImports()
    expect((await subscribers()).map(({ consent_wording }) => consent_wording).sort()).toEqual([
      "Ancien site (dans la liste, Statut\u00a0: abonné)",
      "Ancien site (dans la liste, Statut\u00a0: désabonné)",
      "Ancien site (dans la liste, Statut\u00a0: pending)",
    ])
  })

  test("are as few values as a host can look at, however many there are", async () => {
    const columns = Array.from({ length: 99 }, (_, n) => `Statut ${n}`)
    const rows = Array.from({ length: 60 }, (_, n) =>
      [`p${n}@cko.test`, ...columns.map((_title, at) => `mot ${n} ${at}`)].join(";"),
    )
    await upload([["Email", ...columns].join(";"), ...rows].join("\n"))
    const page = await visitAs(cookie, `${PATH}?id=1`)
    expect(page.all("select").length).toBeLessThan(70)
    expect(page.text).toContain("autres valeurs")
    expect(await take("Email\nx@cko.test")).toEqual({ x: "write" })
  })
})

describe("the preview", () => {
  test("46.2 says how many are new, known, left, refused, wrong and double, and adds nobody", async () => {
    await db.execute(sql`insert into newsletter_subscribers (email, unsubscribed_at, suppressed_at) values
      ('connue@cko.test', null, null), ('partie@cko.test', now(), null), ('refusee@cko.test', null, now())`)
    const before = await subscribers()
    await paste(
      "Email\nconnue@cko.test\npartie@cko.test\nrefusee@cko.test\nawa@cko.test\nlea@cko.test\nawa@cko.test\nx",
    )
    const page = await visitAs(cookie, `${PATH}?id=1`)
    const figures = page.get("dl").text
    for (const part of [
      "7 Lignes lues",
      "2 À ajouter",
      "1 Déjà",
      "1 Désabonnées",
      "1 Adresses refusées",
      "1 En double",
      "1 Écartées",
    ])
      expect(figures).toContain(part)
    expect(page.text).toContain("UTF-8")
    expect(page.get("table").text).toContain("awa@cko.test")
    expect(await subscribers()).toEqual(before)
  })

  test.each<[Record<string, string>, string]>([
    [{ origin: "" }, "L’origine de l’accord est requise"],
    [{ agreedOn: "" }, "La date de l’accord est requise"],
    [{ agreedOn: "2999-01-01" }, "entre 1990 et aujourd’hui"],
    [{ mode: "x" }, "valeur inconnue"],
    [{ mode: "confirmed" }, "Attestez que ces personnes ont confirmé"],
  ])("does not begin without what the host has to say: %j", async (fields, problem) => {
    await paste("awa@cko.test")
    const refused = await sendForm(`${PATH}?id=1`, { ...START, ...fields }, { cookie })
    const page = await readPage(refused)
    expect(refused.status).toBe(400)
    expect(page.text).toContain(problem)
    expect(filledForm(page.get("form", { "aria-label": "Leur accord" })).origin).toBe(
      fields.origin ?? START.origin,
    )
    expect(await lists()).toMatchObject([{ state: "read" }])
  })

  test("is forgotten when the host puts it away, or after a week", async () => {
    await paste("awa@cko.test")
    await post({ intent: "discard", id: "1" })
    expect([await lists(), await waiting()]).toEqual([[], {}])
    expect((await post({ intent: "discard", id: "1" })).status).toBe(404)
    await paste("awa@cko.test")
    await paste("lea@cko.test")
    await db.execute(sql`update subscriber_imports set created_at = now() - interval '8 days' where id = 2`)
    await workOffImports()
    expect(await waiting()).toEqual({ "lea@cko.test": "" })
  })

  test("is not there for a wrong number, and the page survives a database that does not answer", async () => {
    for (const id of ["", "0", "x", "99", "99999999999999", "%00"])
      expect([id, (await visitAs(cookie, `${PATH}?id=${id}`)).status]).toEqual([id, 404])
    const page = await withoutTable("subscriber_imports", () => visitAs(cookie, PATH))
    expect([page.status, page.text]).toEqual([
      503,
      expect.stringContaining("Impossible de charger les imports"),
    ])
    takeLoggedErrors()
  })
})

test("a list that waits is of the personal data of those in it: exported, and erased", async () => {
  await paste("awa@cko.test\nlea@cko.test")
  const form = { email: "awa@cko.test" }
  const file = await sendForm("/admin/personal-data/export", form, { cookie })
  expect(await file.json()).toMatchObject({ lists: [{ name: "", createdAt: expect.any(String) }] })
  await sendForm("/admin/personal-data", { intent: "erase", ...form }, { cookie })
  expect(await waiting()).toEqual({ "lea@cko.test": "" })
})

describe("an import", () => {
  const begin = async (list: string, fields: Record<string, string> = {}) => {
    await paste(list)
    const response = await post({ ...START, ...fields })
    expect(response.status).toBe(302)
    await workOffImports()
  }

  test("46.3 asks each new person to confirm, one after the other, with the proof of where they agreed", async () => {
    await begin("Nom;Email\nAwa;awa@cko.test\nLéa;lea@cko.test")
    expect(await subscribers()).toMatchObject(
      [
        ["Awa", "awa@cko.test"],
        ["Léa", "lea@cko.test"],
      ].map(([name, email]) => ({
        ...{ name, email, consent_origin: "import", consent_wording: "Ancien site" },
        ...{ confirmed_at: null, confirmation_asked_at: expect.any(String), import_id: 1 },
      })),
    )
    expect(String((await subscribers())[0]?.consented_at)).toContain("2024-05-01")
    const [first, ...more] = await outbox.mails()
    expect([first?.headers.to, more]).toEqual(["awa@cko.test", []])
    expect(first?.text).toContain("«\u00a0Ancien site\u00a0»")
    expect(await storedRows("mails")).toHaveLength(1)
    await sendForm(await outbox.link("confirm"), {})
    expect((await subscribers())[0]).toMatchObject({ confirmed_at: expect.any(String) })
    expect(await lists()).toMatchObject([{ state: "done", added_count: 2, ended_at: expect.any(String) }])
    expect(await waiting()).toEqual({})
  })

  test("whose people confirmed elsewhere mails nobody, once the host attests it", async () => {
    await begin("awa@cko.test", { mode: "confirmed", isAttested: "on" })
    expect(await subscribers()).toMatchObject([
      { confirmed_at: expect.any(String), consent_origin: "import" },
    ])
    expect(await storedRows("mails")).toEqual([])
  })

  test("never brings back who left or is refused, and changes nobody who is known", async () => {
    await db.execute(sql`insert into newsletter_subscribers (email, name, unsubscribed_at, suppressed_at) values
      ('connue@cko.test', 'Nour', null, null), ('partie@cko.test', '', now(), null), ('refusee@cko.test', '', null, now())`)
    const before = await subscribers()
    await begin("Email;Nom\nconnue@cko.test;X\npartie@cko.test;X\nrefusee@cko.test;X", {
      mode: "confirmed",
      isAttested: "on",
    })
    expect(await subscribers()).toEqual(before)
    expect(await lists()).toMatchObject([{ state: "done", added_count: 0 }])
  })

  test("begins once, though two hosts begin it, and several processes work at it", async () => {
    await paste(Array.from({ length: 5_000 }, (_, n) => `p${n}@cko.test`).join("\n"))
    const answers = await Promise.all([post(START), post(START)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409])
    await Promise.all([workOffImports(), workOffImports(), workOffImports()])
    await workOffImports()
    const { rows } =
      await db.execute(sql`select count(*)::int as people, count(distinct due_at)::int as times,
      (select count(*)::int from newsletter_subscribers) as subscribers from mails`)
    expect(rows).toEqual([{ people: 5_000, times: 5_000, subscribers: 5_000 }])
    expect(await lists()).toMatchObject([{ state: "done", added_count: 5_000 }])
  })

  test("46.3 that was taken back takes its people along, but for who confirmed or left", async () => {
    await db.execute(sql`insert into newsletter_subscribers (email) values ('connue@cko.test')`)
    await begin("connue@cko.test\nawa@cko.test\nlea@cko.test\nnour@cko.test")
    await db.execute(sql`update newsletter_subscribers set confirmed_at = now() where email = 'awa@cko.test'`)
    await db.execute(
      sql`update newsletter_subscribers set unsubscribed_at = now() where email = 'lea@cko.test'`,
    )
    expect((await post({ intent: "undo", id: "1" })).status).toBe(302)
    await workOffImports()
    expect((await subscribers()).map(({ email }) => email)).toEqual([
      "connue@cko.test",
      "awa@cko.test",
      "lea@cko.test",
    ])
    expect((await storedRows("mails")).map(({ recipient }) => recipient)).not.toContain("nour@cko.test")
    expect(await lists()).toMatchObject([{ state: "undone" }])
    expect((await post({ intent: "undo", id: "1" })).status).toBe(404)
  })

  test("that was taken back on its way stops, and forgets the rest of its list", async () => {
    await paste("awa@cko.test\nlea@cko.test")
    await post(START)
    await post({ intent: "undo", id: "1" })
    await workOffImports()
    expect([await subscribers(), await waiting(), await storedRows("mails")]).toEqual([[], {}, []])
  })

  test("is in the log with who did it and nobody's address, and its pages show how far it is", async () => {
    await begin("awa@cko.test")
    await post({ intent: "undo", id: "1" })
    const rows = (await storedRows("audit_log")).filter(({ kind }) => kind === "subscriber")
    expect(rows).toMatchObject([{ action: "import" }, { action: "cancel" }])
    expect(JSON.stringify(rows)).not.toContain("awa@")
    expect((await visitAs(cookie, `${PATH}?id=1`)).text).toContain("Annulé\u00a0: 1 personne ajoutée")
    expect((await visitAs(cookie, PATH)).text).toContain("Liste collée")
  })
})
