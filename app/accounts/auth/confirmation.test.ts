import { createServer, type Socket } from "node:net"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { PUBLIC_URL, send } from "#test/app.ts"
import { useDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import { alertOf, followAs, PASSWORD, sendForm, sessionCookie, signInAs, visitAs } from "#test/people.ts"
import { PATIENCE, takeLoggedErrors } from "#test/setup.ts"

/** What the mail server of this file was given. */
const received: string[] = []

useDatabase()
beforeAll(async () => {
  const server = createServer(takeMails)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening")
  applySettings({ ...getSettings(), smtpUrl: `smtp://127.0.0.1:${address.port}?ignoreTLS=true` })
  return () => new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  received.length = 0
})

const signUp = () =>
  sendForm("/auth?onglet=inscription", {
    email: "awa@cko.test",
    password: PASSWORD,
    confirmation: PASSWORD,
  })
const signIn = (password = PASSWORD) => sendForm("/auth", { email: "awa@cko.test", password })

test("with a mail server, signing up asks to confirm the address first", async () => {
  const response = await signUp()
  expect([response.status, response.headers.get("location")]).toEqual([302, "/auth"])
  expect(sessionCookie(response)).toBeUndefined()
  const shown = await followAs("", response)
  expect(shown.text).toContain("Inscription réussie !")
  expect(shown.text).toContain("Ouvrez le lien reçu par e-mail pour confirmer votre adresse")
  expect(await storedRows("sessions")).toEqual([])
  expect(await storedRows("users")).toMatchObject([{ role: "admin", email_verified: false }])
  const [mail] = await mails(1)
  expect(mail).toContain("RCPT TO:<awa@cko.test>")
  expect(mail).toContain("MAIL FROM:<noreply@cko.test>")
})

test("13.3 with a mail server, signing up lets nobody in before, and sends the link again", async () => {
  await signUp()
  await mails(1)
  const refused = await signIn()
  expect([refused.status, sessionCookie(refused)]).toEqual([403, undefined])
  expect(await alertOf(refused)).toMatch(
    /^Erreur de connexion Confirmez d’abord votre adresse.: ouvrez le lien le plus récent reçu par e-mail\.$/,
  )
  expect(await storedRows("sessions")).toEqual([])
  await visitAs("", linkIn((await mails(2))[1]))
  expect((await signIn()).status).toBe(302)
})

test("with a mail server, signing up tells who does not know the password nothing of it", async () => {
  await signUp()
  await mails(1)
  const refused = await signIn("Mauvais123")
  expect([refused.status, await alertOf(refused)]).toEqual([
    401,
    "Erreur de connexion Email ou mot de passe incorrect",
  ])
  const again = await signUp()
  expect([again.status, await alertOf(again)]).toEqual([
    409,
    "Compte existant Un compte existe déjà avec cet email",
  ])
  expect(received).toHaveLength(1)
})

test("with a mail server, signing up goes on although the mail server is away", async () => {
  const settings = getSettings()
  applySettings({ ...settings, smtpUrl: "smtp://127.0.0.1:1" })
  expect((await signUp()).status).toBe(302)
  await vi.waitFor(() => expect(takeLoggedErrors()).toHaveLength(1), PATIENCE)
  applySettings(settings)
  expect((await signIn()).status).toBe(403)
  expect(await mails(1)).toHaveLength(1)
})

test("13.3 the mailed link confirms the address; opened again it changes nothing", async () => {
  await signUp()
  const link = linkIn((await mails(1))[0])
  for (let n = 0; n < 2; n += 1) {
    const response = await send(link)
    expect((await followAs("", response)).text).toContain("Adresse confirmée Vous pouvez vous connecter.")
    expect(sessionCookie(response)).toBeUndefined()
  }
  expect(await storedRows("users")).toMatchObject([{ email_verified: true }])
  expect(await signInAs("awa@cko.test")).not.toBe("")
})

test("the mailed link is good for a day", async () => {
  await signUp()
  const link = linkIn((await mails(1))[0])
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 })
  const response = await send(link).finally(() => vi.useRealTimers())
  expect((await followAs("", response)).text).toContain("Lien expiré")
  expect(await storedRows("users")).toMatchObject([{ email_verified: false }])
})

test("the mailed link cannot be made up", async () => {
  await signUp()
  const link = linkIn((await mails(1))[0])
  const [header = "", payload = "", signature = ""] = link.split("token=")[1]?.split(".") ?? []
  const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url")
  const tokens = [
    "",
    "abc",
    "%00",
    "%",
    `${unsigned}.${payload}.`,
    `${header}.${payload}.${signature.slice(1)}`,
  ]
  for (const token of tokens) {
    const response = await send(`/auth/verify-email?token=${token}`)
    expect([token, response.status]).toEqual([token, 302])
    expect((await followAs("", response)).text).toContain("Lien expiré")
  }
  expect(await storedRows("users")).toMatchObject([{ email_verified: false }])
})

async function mails(count: number) {
  await vi.waitFor(() => expect(received).toHaveLength(count), PATIENCE)
  return received
}

function linkIn(mail = "") {
  const text = mail.replace(/=\r\n/g, "").replaceAll("=3D", "=")
  const [address = ""] = /https:\/\/cko\.test\/auth\/verify-email\S+/.exec(text) ?? []
  return address.slice(PUBLIC_URL.length)
}

/** As much SMTP as it takes to be given a mail. */
function takeMails(socket: Socket) {
  let said = ""
  let isMail = false
  socket.write("220 mail.test\r\n")
  socket.on("data", (chunk) => {
    said += chunk.toString()
    if (isMail) {
      if (!said.endsWith("\r\n.\r\n")) return
      received.push(said)
      isMail = false
      socket.write("250 taken\r\n")
    } else if (said.endsWith("DATA\r\n")) {
      isMail = true
      socket.write("354 go on\r\n")
    } else {
      socket.write("250 mail.test\r\n")
    }
  })
}
