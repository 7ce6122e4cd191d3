import { sql } from "drizzle-orm"
import { Secret, TOTP } from "otpauth"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { db } from "#app/db/client.server.ts"
import { checkTotp } from "#app/features/auth/factors/totp.server.ts"
import { checkPasskey, askForPasskey } from "#app/features/auth/factors/passkeys.server.ts"
import { takeRecoveryCode } from "#app/features/auth/factors/recovery-codes.server.ts"
import { createAuthenticator } from "#test/authenticator.ts"
import { emptyDatabase, openTestDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { stopClock } from "#test/factors.ts"
import type { Part } from "#test/html.ts"
import { useOutbox } from "#test/outbox.ts"
import {
  ageProof,
  createUser,
  fieldProblems,
  filledForm,
  followAs,
  PASSWORD,
  readPage,
  sendForm,
  signInAs,
  visitAs,
} from "#test/people.ts"

const PATH = "/admin/settings/security"
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
const outbox = useOutbox()
let cookie = ""
let user = { id: "", email: "" }

beforeAll(openTestDatabase)
beforeEach(async () => {
  stopClock()
  await emptyDatabase()
  user = await createUser("admin", "awa@cko.test")
  cookie = await signInAs("awa@cko.test")
})

const post = (fields: Record<string, string>, as = cookie) =>
  sendForm(PATH, fields, { cookie: as, "User-Agent": FIREFOX })
const page = () => visitAs(cookie, PATH)
const panel = (shown: Part, title: string) => {
  const found = shown.all("section").find((section) => section.all("h2").some(({ text }) => text === title))
  if (!found) throw new Error(`no panel ${title}`)
  return found
}
const APP = "Application d’authentification"
const codesIn = (shown: Part) => shown.all("pre").flatMap(({ raw }) => raw.split("\n"))
const codeOf = (secret: string, timestamp = Date.now()) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
const kinds = async () =>
  (await storedRows("audit_log"))
    .filter(({ kind }) => kind === "factor")
    .map(({ action, title }) => `${action as string}: ${title as string}`)

/** Begins the app: its form, and the secret as a person copies it. */
async function startApp() {
  const shown = panel(await readPage(await post({ intent: "start-totp" })), APP)
  const form = shown.get("form", { "aria-label": "Confirmer l’application" })
  return { shown, fields: filledForm(form), secret: shown.get("code").text }
}

async function addApp() {
  const { fields, secret } = await startApp()
  const response = await post({ ...fields, code: codeOf(secret) })
  return { secret, response, codes: codesIn(await readPage(response.clone())) }
}

async function addPasskey(name = "Ma clé", authenticator = createAuthenticator()) {
  const asked = await sendForm(`${PATH}.data`, { intent: "start-passkey", name }, { cookie })
  const options = optionsIn(await asked.text())
  const response = JSON.stringify(authenticator.register(options))
  return { authenticator, response: await post({ intent: "add-passkey", name, response }) }
}

/** What the browser was asked, out of React Router's encoding of an answer. */
function optionsIn(text: string) {
  const list: unknown = JSON.parse(text)
  const values = Array.isArray(list) ? list.filter((value): value is string => typeof value === "string") : []
  const after = (name: string) => values[values.indexOf(name) + 1] ?? ""
  return {
    challenge: after("challenge"),
    rp: { id: "cko.test" },
    user: { id: Buffer.from(user.id).toString("base64url") },
  }
}

describe("the app", () => {
  test("the app is set up by a QR code, its secret as text and a link, and confirmed by its first code", async () => {
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
    expect(await kinds()).toEqual([])

    const response = await post({
      ...fields,
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `,
    })
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    const done = await readPage(response)
    expect(panel(done, APP).text).toContain("Active depuis le")
    expect(codesIn(done)).toHaveLength(10)
    expect(await kinds()).toEqual([`add-factor: ${APP}`])
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
    expect(await checkTotp(user.id, codeOf(secret))).toBe(false)
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
    expect([await kinds(), (await storedRows("recovery_codes")).length]).toEqual([[`add-factor: ${APP}`], 10])
  })

  test("the app in use is not begun anew, nor confirmed without having been begun", async () => {
    const { secret } = await addApp()
    expect((await post({ intent: "start-totp" })).status).toBe(409)
    expect((await post({ intent: "confirm-totp", code: codeOf(secret) })).status).toBe(409)
  })

  test("the app is removed after a question, which is a page without scripts", async () => {
    await addApp()
    const asked = await visitAs(cookie, `${PATH}?action=remove-totp`)
    expect(asked.text).toContain("C’est votre dernier second facteur")
    const response = await post(filledForm(asked.get("main").get("form")))
    expect((await followAs(cookie, response, PATH)).text).toContain("Application retirée")
    expect(await storedRows("totp_secrets")).toEqual([])
    expect((await visitAs(cookie, `${PATH}?action=remove-totp`)).status).toBe(404)
    expect((await post({ intent: "remove-totp" })).status).toBe(404)
  })
})

describe("the recovery codes", () => {
  test("the recovery codes come with the first factor, are shown once, and each is good", async () => {
    const { codes } = await addApp()
    expect(new Set(codes).size).toBe(10)
    const later = await page()
    for (const code of codes) expect(later.html).not.toContain(code)
    expect(panel(later, "Codes de secours").text).toContain("Il vous reste 10 codes.")
    expect(await takeRecoveryCode(user.id, codes[3] ?? "")).toBe(true)
    expect(panel(await page(), "Codes de secours").text).toContain("Il vous reste 9 codes.")
    expect(JSON.stringify(await storedRows("audit_log"))).not.toContain(codes[0])
  })

  test("the recovery codes do not come again with the second factor", async () => {
    await addApp()
    const { response } = await addPasskey()
    expect(response.status).toBe(200)
    expect((await followAs(cookie, response, PATH)).text).toContain("Clé d’accès ajoutée")
    expect(codesIn(await readPage(response))).toEqual([])
    expect(await storedRows("recovery_codes")).toHaveLength(10)
  })

  test("the recovery codes are renewed after a question: the old ones end", async () => {
    const { codes } = await addApp()
    const asked = await visitAs(cookie, `${PATH}?action=renew-codes`)
    expect(asked.text).toContain("Les codes que vous avez notés ne vaudront plus.")
    const renewed = codesIn(await readPage(await post(filledForm(asked.get("main").get("form")))))
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    expect(await takeRecoveryCode(user.id, codes[0] ?? "")).toBe(false)
    expect(await takeRecoveryCode(user.id, renewed[0] ?? "")).toBe(true)
    expect((await kinds()).at(-1)).toBe("renew-codes: awa@cko.test")
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
    for (const code of codes.slice(left)) await takeRecoveryCode(user.id, code)
    const shown = panel(await page(), "Codes de secours").text
    expect([shown.includes(text), shown.includes("Renouvelez vos codes")]).toEqual([true, isWarned])
  })
})

describe("passkeys", () => {
  test("passkeys are added, listed by name, renamed and removed", async () => {
    const { authenticator, response } = await addPasskey("Téléphone")
    expect(codesIn(await readPage(response))).toHaveLength(10)
    await addPasskey("Portable")
    const answer = authenticator.authenticate(await askForPasskey())
    expect(await checkPasskey(answer)).toEqual({ userId: user.id })
    const rows = panel(await page(), "Clés d’accès").all("li")
    expect(
      rows.map(({ text }) =>
        /^(.*?) Ajoutée le .*? · (pas encore utilisée|utilisée le)/.exec(text)?.slice(1),
      ),
    ).toEqual([
      ["Téléphone", "utilisée le"],
      ["Portable", "pas encore utilisée"],
    ])
    const asked = await visitAs(cookie, `${PATH}?action=rename-passkey&id=${authenticator.id}`)
    const form = asked.get("form", { "aria-label": "Renommer la clé d’accès" })
    const renamed = await post({ ...filledForm(form), name: " Vieux téléphone " })
    expect((await followAs(cookie, renamed)).text).toContain("Vieux téléphone")
    await post({ intent: "remove-passkey", id: authenticator.id })
    expect(panel(await page(), "Clés d’accès").text).not.toContain("téléphone")
    expect(await kinds()).toEqual([
      "add-factor: Clé d’accès « Téléphone »",
      "add-factor: Clé d’accès « Portable »",
      "update: Clé d’accès « Vieux téléphone »",
      "remove-factor: Clé d’accès « Vieux téléphone »",
    ])
  })

  test("passkeys are named after the browser, unless the person knows better", async () => {
    const shown = await readPage(
      await sendForm(PATH, { intent: "start-totp" }, { cookie, "User-Agent": FIREFOX }),
    )
    expect(shown.get("input", { name: "name" }).attributes.value).toBe("Firefox sur Windows")
  })

  test("passkeys need scripts, which the page says where there are none", async () => {
    expect((await page()).text).toContain("Sans JavaScript, ce navigateur ne peut pas créer de clé d’accès.")
  })

  test.each([
    ["", "Le nom est requis"],
    [" ", "Le nom est requis"],
    ["x".repeat(61), "Le nom doit contenir moins de 60 caractères"],
    ["a\0b", "Ce champ contient un caractère interdit"],
  ])("passkeys are not called %o", async (name, problem) => {
    const { authenticator } = await addPasskey()
    for (const fields of [
      { intent: "rename-passkey", id: authenticator.id, name },
      { intent: "start-passkey", name },
    ] as Record<string, string>[]) {
      const response = await sendForm(`${PATH}?action=rename-passkey&id=${authenticator.id}`, fields, {
        cookie,
      })
      expect([response.status, (await readPage(response)).html.includes(problem)]).toEqual([400, true])
    }
    expect((await post({ intent: "add-passkey", name, response: "{}" })).status).toBe(400)
  })

  test("passkeys may have the longest name, without a space", async () => {
    const { response } = await addPasskey("W".repeat(60))
    expect([response.status, (await page()).html.includes("W".repeat(60))]).toEqual([200, true])
  })

  test("passkeys are twenty at most, however many tabs try at once", async () => {
    for (let n = 1; n <= 19; n += 1) await addPasskey(`Clé ${n}`)
    const added = await Promise.all([1, 2, 3].map((n) => addPasskey(`Autre ${n}`)))
    expect(added.map(({ response }) => response.status).toSorted()).toEqual([200, 409, 409])
    expect(await storedRows("passkeys")).toHaveLength(20)
    expect((await post({ intent: "start-passkey", name: "Une de plus" })).status).toBe(409)
    const shown = panel(await page(), "Clés d’accès")
    expect(shown.text).toContain("Vous avez 20 clés d’accès, le plus possible")
    expect(shown.all("form", { "aria-label": "Ajouter une clé d’accès" })).toEqual([])
  })

  test.each([
    ["{}"],
    ["nope"],
    [""],
    ['{"id":"a","rawId":"a","type":"public-key","response":{}}'],
    ["[".repeat(15_000)],
  ])("passkeys are not made of just anything (%#)", async (response) => {
    const answer = await post({ intent: "add-passkey", name: "Fausse", response })
    expect(answer.status).toBe(400)
    expect(await storedRows("passkeys")).toEqual([])
  })

  test("passkeys that are known, unverified or answered twice are refused", async () => {
    const { authenticator, response } = await addPasskey()
    expect(response.status).toBe(200)
    expect((await addPasskey("Encore", authenticator)).response.status).toBe(400)
    const unverified = createAuthenticator({ isUserVerified: false })
    expect((await addPasskey("Sans doigt", unverified)).response.status).toBe(400)
    expect(await storedRows("passkeys")).toHaveLength(1)
  })

  test("passkeys of others are out of reach", async () => {
    const { authenticator } = await addPasskey()
    const other = await createUser("admin", "lea@cko.test")
    const theirs = await signInAs("lea@cko.test")
    for (const id of [authenticator.id, "", "x", "1'--", "%00", "a\0"]) {
      const name = "Volée"
      expect([400, 404]).toContain((await post({ intent: "rename-passkey", id, name }, theirs)).status)
      expect([400, 404]).toContain((await post({ intent: "remove-passkey", id }, theirs)).status)
      for (const action of ["rename-passkey", "remove-passkey"])
        expect((await visitAs(theirs, `${PATH}?action=${action}&id=${encodeURIComponent(id)}`)).status).toBe(
          404,
        )
    }
    expect((await visitAs(theirs, `${PATH}?action=remove-passkey&id=%00`)).status).toBe(404)
    expect((await visitAs(theirs, PATH)).html).not.toContain("Ma clé")
    expect((await storedRows("passkeys")).map((row) => [row.name, row.user_id])).toEqual([
      ["Ma clé", user.id],
    ])
    expect(await kinds()).toHaveLength(1)
    expect(other.id).not.toBe(user.id)
  })

  test("passkeys that are somebody's only way in stay", async () => {
    const { authenticator } = await addPasskey()
    await db.execute(sql`update accounts set password = null where user_id = ${user.id}`)
    const response = await post({ intent: "remove-passkey", id: authenticator.id })
    expect([response.status, (await followAs(cookie, response, PATH)).text]).toEqual([
      409,
      expect.stringContaining("votre seul moyen d’entrer"),
    ])
    expect(await storedRows("recovery_codes")).toHaveLength(10)
    expect(await kinds()).toHaveLength(1)
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

describe("the proof", () => {
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

  test.each(CHANGES)("the proof of the last five minutes is needed for $intent", async (fields) => {
    await addApp()
    const before = await db.execute(sql`select (select jsonb_agg(t) from totp_secrets t) as apps,
      (select jsonb_agg(digest order by digest) from recovery_codes) as codes`)
    await ageProof(cookie, 5 * 60 + 1)
    for (const path of [PATH, `${PATH}.data`]) {
      const response = await sendForm(path, fields, { cookie })
      expect([
        response.status,
        (await response.text()).includes("Confirmez que c’est vous") || path !== PATH,
      ]).toEqual([403, true])
    }
    const after = await db.execute(sql`select (select jsonb_agg(t) from totp_secrets t) as apps,
      (select jsonb_agg(digest order by digest) from recovery_codes) as codes`)
    expect(after.rows).toEqual(before.rows)
  })

  test("the proof given with the form goes on with it", async () => {
    await ageProof(cookie, 5 * 60 + 1)
    const response = await post({ intent: "start-totp", proof: PASSWORD })
    expect([response.status, (await readPage(response)).all("svg", { role: "img" }).length]).toEqual([200, 1])
  })
})

test("Paramètres says what protects the account, and leads there", async () => {
  const summary = async () => panel(await visitAs(cookie, "/admin/settings"), "Sécurité du compte")
  expect((await summary()).get("a").attributes.href).toBe(PATH)
  expect((await summary()).text).toContain("Votre mot de passe protège seul ce compte.")
  await addApp()
  await addPasskey()
  expect((await summary()).text).toContain(
    "une application d’authentification et 1 clé d’accès. Codes de secours restants : 10.",
  )
})
