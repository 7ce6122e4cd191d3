import { sql } from "drizzle-orm"
import { Secret } from "otpauth"
import { describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { checkTotp } from "#app/accounts/auth/factors/totp.server.ts"
import { takeRecoveryCode } from "#app/accounts/auth/factors/recovery-codes.server.ts"
import { storedRows } from "#test/factories.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  APP,
  SECURITY_PATH,
  codeOf,
  codesIn,
  factorsLogged,
  panel,
  useOwnSecurity,
} from "#test/own-security.ts"
import {
  ageAuthentication,
  fieldProblems,
  filledForm,
  followAs,
  PASSWORD,
  readPage,
  sendForm,
  visitAs,
} from "#test/people.ts"

const outbox = useOutbox()
const own = useOwnSecurity()
const { post, page, startApp, addApp, addPasskey } = own

describe("the app", () => {
  test("16.5 the app is set up by a QR code, its secret as text and a link, and confirmed by its first code", async () => {
    const { shown, secret, fields } = await startApp()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(
      shown
        .get("code")
        .all("span")
        .map(({ text }) => text.length),
    ).toEqual(Array(8).fill(4))
    const qr = shown.get("svg", { role: "img" })
    expect(qr.attributes["aria-label"]).toBe("QR code pour l’application d’authentification")
    expect([qr.get("rect").attributes.fill, qr.get("path").attributes.stroke]).toEqual(["#fff", "#000"])
    const uri = shown.all("a").map(({ attributes }) => attributes.href ?? "")[0] ?? ""
    expect(new URL(uri).searchParams.get("secret")).toBe(secret)
    expect(await factorsLogged()).toEqual([])

    const response = await post({
      ...fields,
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `,
    })
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    const done = await readPage(response)
    expect(panel(done, APP).text).toContain("Active depuis le")
    expect(codesIn(done)).toHaveLength(10)
    expect(await factorsLogged()).toEqual([`add-factor: ${APP}`])
  })

  test("the app's secret is shown to nobody who comes by later, begun or in use", async () => {
    const { secret } = await startApp()
    expect((await page()).html).not.toContain(secret.slice(0, 4))
    await addApp()
    expect((await page()).all("svg", { role: "img" })).toEqual([])
    expect((await storedRows("totp_secrets")).map((row) => row.secret)).not.toContain(secret)
  })

  test.each([
    ["", "Le code est requis"],
    ["12345", "Le code a six chiffres"],
    ["abcdef", "Le code a six chiffres"],
    ["1234567", "Le code a six chiffres"],
    ["12345\0", "Ce champ contient un caractère interdit"],
  ])("the app is not in use after the code %o: %s", async (code, problem) => {
    const { fields, secret } = await startApp()
    const response = await post({ ...fields, code })
    expect(response.status).toBe(400)
    const shown = panel(await readPage(response), APP)
    const form = shown.get("form", { "aria-label": "Confirmer l’application" })
    expect(Object.values(fieldProblems(form))).toEqual([expect.stringContaining(problem)])
    expect([shown.get("code").text, shown.text.includes("Active depuis")]).toEqual([secret, false])
    expect((await post({ ...filledForm(form), code: codeOf(secret) })).status).toBe(200)
  })

  test("the app is not in use after a wrong or an old code, and says what to do", async () => {
    const { fields, secret } = await startApp()
    for (const code of [codeOf(secret, Date.now() - 90_000), codeOf(new Secret({ size: 20 }).base32)]) {
      const response = await post({ ...fields, code })
      expect([response.status, (await readPage(response)).text]).toEqual([
        400,
        expect.stringContaining("Ce code est incorrect. Attendez le suivant"),
      ])
    }
    expect(await checkTotp(own.user.id, codeOf(secret))).toBe(false)
  })

  test("the app begun anew in another tab is the one that counts, and the first tab says so", async () => {
    const [first, second] = [await startApp(), await startApp()]
    const response = await post({ ...first.fields, code: codeOf(first.secret) })
    const shown = await readPage(response)
    expect([response.status, shown.text]).toEqual([
      400,
      expect.stringContaining("La configuration a été recommencée, peut-être dans un autre onglet"),
    ])
    expect(panel(shown, APP).get("code").text).toBe(second.secret)
    expect((await post({ ...second.fields, code: codeOf(second.secret) })).status).toBe(200)
  })

  test("the app confirmed by two tabs at once is in use once, with one set of codes", async () => {
    const { fields, secret } = await startApp()
    const code = codeOf(secret)
    const responses = await Promise.all([1, 2, 3].map(() => post({ ...fields, code })))
    expect(responses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect([await factorsLogged(), (await storedRows("recovery_codes")).length]).toEqual([
      [`add-factor: ${APP}`],
      10,
    ])
  })

  test("the app in use is not begun anew, nor confirmed without having been begun", async () => {
    const { secret } = await addApp()
    expect((await post({ intent: "start-totp" })).status).toBe(409)
    expect((await post({ intent: "confirm-totp", code: codeOf(secret) })).status).toBe(409)
  })

  test("the app is removed after a question, which is a page without scripts", async () => {
    await addApp()
    const asked = await visitAs(own.cookie, `${SECURITY_PATH}?action=remove-totp`)
    expect(asked.text).toContain("C’est votre dernier second facteur")
    const response = await post(filledForm(asked.get("main").get("form")))
    expect((await followAs(own.cookie, response, SECURITY_PATH)).text).toContain("Application retirée")
    expect(await storedRows("totp_secrets")).toEqual([])
    expect((await visitAs(own.cookie, `${SECURITY_PATH}?action=remove-totp`)).status).toBe(404)
    expect((await post({ intent: "remove-totp" })).status).toBe(404)
  })
})

describe("the recovery codes", () => {
  test("16.5 the recovery codes come with the first factor, are shown once, and each is good", async () => {
    const { codes } = await addApp()
    expect(new Set(codes).size).toBe(10)
    const later = await page()
    for (const code of codes) expect(later.html).not.toContain(code)
    expect(panel(later, "Codes de secours").text).toContain("Il vous reste 10 codes.")
    expect(await takeRecoveryCode(own.user.id, codes[3] ?? "")).toBe(true)
    expect(panel(await page(), "Codes de secours").text).toContain("Il vous reste 9 codes.")
    expect(JSON.stringify(await storedRows("audit_log"))).not.toContain(codes[0])
  })

  test("the recovery codes do not come again with the second factor", async () => {
    await addApp()
    const { response } = await addPasskey()
    expect(response.status).toBe(200)
    expect((await followAs(own.cookie, response, SECURITY_PATH)).text).toContain("Clé d’accès ajoutée")
    expect(codesIn(await readPage(response))).toEqual([])
    expect(await storedRows("recovery_codes")).toHaveLength(10)
  })

  test("the recovery codes are renewed after a question: the old ones end", async () => {
    const { codes } = await addApp()
    const asked = await visitAs(own.cookie, `${SECURITY_PATH}?action=renew-codes`)
    expect(asked.text).toContain("Les codes que vous avez notés ne vaudront plus.")
    const renewed = codesIn(await readPage(await post(filledForm(asked.get("main").get("form")))))
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    expect(await takeRecoveryCode(own.user.id, codes[0] ?? "")).toBe(false)
    expect(await takeRecoveryCode(own.user.id, renewed[0] ?? "")).toBe(true)
    expect((await factorsLogged()).at(-1)).toBe("renew-codes: awa@cko.test")
  })

  test("the recovery codes of somebody without a factor are none", async () => {
    expect((await post({ intent: "renew-codes" })).status).toBe(409)
    expect(await storedRows("recovery_codes")).toEqual([])
    expect((await page()).text).not.toContain("Codes de secours")
  })

  test.each([
    [4, "Il vous reste 4 codes.", false],
    [3, "Il vous reste 3 codes.", true],
    [1, "Il vous reste 1 code.", true],
    [0, "Il ne vous reste aucun code.", true],
  ])("the recovery codes, %i of them left, are counted and warned of", async (left, text, isWarned) => {
    const { codes } = await addApp()
    for (const code of codes.slice(left)) await takeRecoveryCode(own.user.id, code)
    const shown = panel(await page(), "Codes de secours").text
    expect([shown.includes(text), shown.includes("Renouvelez vos codes")]).toEqual([true, isWarned])
  })
})

describe("mails", () => {
  test("mails tell of the first factor and of the last, with day, time, browser and what to do", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date() })
    // That somebody signed in.
    await outbox.mails()
    await outbox.empty()
    await addApp()
    const { authenticator } = await addPasskey()
    await post({ intent: "remove-totp" })
    const first = (await outbox.mails()).filter(
      ({ headers }) => !headers.subject?.startsWith("Nouvelle connexion"),
    )
    expect(first.map(({ headers }) => headers.subject)).toEqual([
      "Un second facteur protège votre compte CKO",
    ])
    await outbox.empty()
    await post({ intent: "remove-passkey", id: authenticator.id })
    const [mail, ...more] = await outbox.mails()
    expect([mail?.headers.to, mail?.headers.subject, more]).toEqual([
      expect.stringContaining("awa@cko.test"),
      "Votre compte CKO n’a plus de second facteur",
      [],
    ])
    const day = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeZone: "Europe/Paris" })
    expect(mail?.text).toContain(day.format(Date.now()).replace(/^1 /, "1er "))
    expect(mail?.text).toMatch(/à \d\d:\d\d \(Firefox sur Windows\)/)
    expect(mail?.text).toContain("Si ce n’était pas vous")
    expect(mail?.text).toContain("https://cko.test/auth/forgot-password")
    expect(await storedRows("recovery_codes")).toEqual([])
  })
})

describe("re-authentication", () => {
  const CHANGES: Record<string, string>[] = [
    { intent: "start-totp" },
    { intent: "confirm-totp", code: "123456", setup: "x" },
    { intent: "remove-totp" },
    { intent: "start-passkey", name: "Clé" },
    { intent: "add-passkey", name: "Clé", response: "{}" },
    { intent: "rename-passkey", id: "x", name: "Clé" },
    { intent: "remove-passkey", id: "x" },
    { intent: "renew-codes" },
  ]

  test.each(CHANGES)("within the last five minutes is needed for $intent", async (fields) => {
    await addApp()
    const before = await db.execute(sql`select (select jsonb_agg(t) from totp_secrets t) as apps,
      (select jsonb_agg(digest order by digest) from recovery_codes) as codes`)
    await ageAuthentication(own.cookie, 5 * 60 + 1)
    for (const path of [SECURITY_PATH, `${SECURITY_PATH}.data`]) {
      const response = await sendForm(path, fields, { cookie: own.cookie })
      expect([
        response.status,
        (await response.text()).includes("Confirmez que c’est vous") || path !== SECURITY_PATH,
      ]).toEqual([403, true])
    }
    const after = await db.execute(sql`select (select jsonb_agg(t) from totp_secrets t) as apps,
      (select jsonb_agg(digest order by digest) from recovery_codes) as codes`)
    expect(after.rows).toEqual(before.rows)
  })

  test("given with the form goes on with it", async () => {
    await ageAuthentication(own.cookie, 5 * 60 + 1)
    const response = await post({ intent: "start-totp", proof: PASSWORD })
    expect([response.status, (await readPage(response)).all("svg", { role: "img" }).length]).toEqual([200, 1])
  })
})

test("Paramètres says what protects the account, and leads there", async () => {
  const summary = async () => panel(await visitAs(own.cookie, "/admin/settings"), "Sécurité du compte")
  expect((await summary()).get("a").attributes.href).toBe(SECURITY_PATH)
  expect((await summary()).text).toContain("Votre mot de passe protège seul ce compte.")
  await addApp()
  await addPasskey()
  expect((await summary()).text).toContain(
    "une application d’authentification et 1 clé d’accès. Codes de secours restants : 10.",
  )
})
