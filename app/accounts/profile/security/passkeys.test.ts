import { sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { db } from "#app/db/client.server.ts"
import { checkPasskey, askForPasskey } from "#app/accounts/auth/factors/passkeys.server.ts"
import { createAuthenticator } from "#test/authenticator.ts"
import { storedRows } from "#test/factories.ts"
import { SECURITY_PATH, codesIn, factorsLogged, panel, FIREFOX, useOwnSecurity } from "#test/own-security.ts"
import { createUser, filledForm, followAs, readPage, sendForm, signInAs, visitAs } from "#test/people.ts"

const own = useOwnSecurity()
const { post, page, makePasskey, addPasskey } = own

describe("passkeys", () => {
  test("16.5 passkeys are added, listed by name, renamed and removed", async () => {
    const { authenticator, response } = await addPasskey("Téléphone")
    expect(codesIn(await readPage(response))).toHaveLength(10)
    await addPasskey("Portable")
    const answer = authenticator.authenticate(await askForPasskey())
    expect(await checkPasskey(answer)).toEqual({ userId: own.user.id })
    const rows = panel(await page(), "Clés d’accès").all("li")
    expect(
      rows.map(({ text }) =>
        /^(.*?) Ajoutée le .*? · (pas encore utilisée|utilisée le)/.exec(text)?.slice(1),
      ),
    ).toEqual([
      ["Téléphone", "utilisée le"],
      ["Portable", "pas encore utilisée"],
    ])
    const asked = await visitAs(own.cookie, `${SECURITY_PATH}?action=rename-passkey&id=${authenticator.id}`)
    const form = asked.get("form", { "aria-label": "Renommer la clé d’accès" })
    const renamed = await post({ ...filledForm(form), name: " Vieux téléphone " })
    expect((await followAs(own.cookie, renamed)).text).toContain("Vieux téléphone")
    await post({ intent: "remove-passkey", id: authenticator.id })
    expect(panel(await page(), "Clés d’accès").text).not.toContain("téléphone")
    expect(await factorsLogged()).toEqual([
      "add-factor: Clé d’accès « Téléphone »",
      "add-factor: Clé d’accès « Portable »",
      "update: Clé d’accès « Vieux téléphone »",
      "remove-factor: Clé d’accès « Vieux téléphone »",
    ])
  })

  test("passkeys are named after the browser, unless the person knows better", async () => {
    const shown = await readPage(
      await sendForm(SECURITY_PATH, { intent: "start-totp" }, { cookie: own.cookie, "User-Agent": FIREFOX }),
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
      const response = await sendForm(
        `${SECURITY_PATH}?action=rename-passkey&id=${authenticator.id}`,
        fields,
        {
          cookie: own.cookie,
        },
      )
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
    // All made before one is added: whoever begins after that is told at once.
    const made = await Promise.all([1, 2, 3].map((n) => makePasskey(`Autre ${n}`)))
    const added = await Promise.all(made.map((one) => post(one)))
    expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
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
        expect(
          (await visitAs(theirs, `${SECURITY_PATH}?action=${action}&id=${encodeURIComponent(id)}`)).status,
        ).toBe(404)
    }
    expect((await visitAs(theirs, `${SECURITY_PATH}?action=remove-passkey&id=%00`)).status).toBe(404)
    expect((await visitAs(theirs, SECURITY_PATH)).html).not.toContain("Ma clé")
    expect((await storedRows("passkeys")).map((row) => [row.name, row.user_id])).toEqual([
      ["Ma clé", own.user.id],
    ])
    expect(await factorsLogged()).toHaveLength(1)
    expect(other.id).not.toBe(own.user.id)
  })

  test("passkeys that are somebody's only way in stay", async () => {
    const { authenticator } = await addPasskey()
    await db.execute(sql`update accounts set password = null where user_id = ${own.user.id}`)
    const response = await post({ intent: "remove-passkey", id: authenticator.id })
    expect([response.status, (await followAs(own.cookie, response, SECURITY_PATH)).text]).toEqual([
      409,
      expect.stringContaining("votre seul moyen d’entrer"),
    ])
    expect(await storedRows("recovery_codes")).toHaveLength(10)
    expect(await factorsLogged()).toHaveLength(1)
  })
})
