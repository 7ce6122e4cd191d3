import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { accounts, sessions, users } from "#app/db/schema/accounts.server.ts"
import { db } from "#app/db/client.server.ts"
import { hashPassword, startSession } from "#app/accounts/auth/auth.server.ts"
import { withFactorProved } from "#app/accounts/auth/session-guard.server.ts"
import type { Right } from "#app/kit/lib/rights.ts"
import type { Role } from "#app/kit/lib/roles.ts"
import { send } from "./app.ts"
import { type Part, readHtml } from "./html.ts"

export const PASSWORD = "Uppercut8"
let count = 0
let passwordHash: Promise<string> | undefined

/** A person with an account whose password is `PASSWORD`. */
export async function createUser(
  role: Role = "user",
  email = `personne-${(count += 1)}@cko.test`,
  rights?: Right[],
) {
  const id = randomUUID()
  await db.insert(users).values({ id, email, emailVerified: true })
  // Not in the insert: the first user would become an admin whatever it says.
  await db.update(users).set({ role, rights }).where(eq(users.id, id))
  passwordHash ??= hashPassword(PASSWORD)
  await db.insert(accounts).values({
    id: randomUUID(),
    accountId: id,
    providerId: "credential",
    userId: id,
    password: await passwordHash,
  })
  return { id, email, role }
}

/** Signs in as a browser would. @returns the `Cookie` header of the session */
export async function signInAs(email: string, password = PASSWORD) {
  const response = await sendForm("/auth", { email, password })
  const cookie = sessionCookie(response)
  if (!cookie) throw new Error(`not signed in: ${response.status}`)
  return cookie
}

/** Signs in somebody with a new account. @returns the `Cookie` header of the session */
export async function signInAsNew(role?: Role, email?: string) {
  return openSession(await createUser(role, email))
}

/** As `signInAs`, without a password, whose check takes as long as ten other requests: where the way in is not the subject. */
export async function openSession({ id }: { id: string }) {
  const headers = await withFactorProved(id, () => startSession(id, new Headers(), "Mot de passe"))
  return headers.getSetCookie()[0]?.split(";")[0] ?? ""
}

/** Whether a session still lets its owner in. */
export async function isSignedIn(cookie: string) {
  return (await send("/admin/settings", { headers: { cookie } })).status === 200
}

/** Lets the last authentication of a session be this old: dangerous actions ask for another one after 15 minutes. */
export async function ageAuthentication(cookie: string, seconds = 16 * 60) {
  const [, token = ""] = /cko\.session_token=([^.;]+)/.exec(cookie) ?? []
  const aged = await db
    .update(sessions)
    .set({ authenticatedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(sessions.token, token))
    .returning({ id: sessions.id })
  if (aged.length === 0) throw new Error("no such session")
}

/** The session cookie that an answer sets, as a `Cookie` header; empty when it takes it away. */
export function sessionCookie(response: Response) {
  const cookie = response.headers.getSetCookie().find((line) => line.includes("cko.session_token="))
  const pair = cookie?.split(";")[0]
  return pair?.endsWith("=") ? "" : pair
}

/** Posts a form as a browser would, from the site itself. */
export function sendForm(
  path: string,
  fields: Record<string, string> | URLSearchParams,
  headers: HeadersInit = {},
) {
  return send(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "Sec-Fetch-Site": "same-origin", Origin: "https://cko.test", ...headers },
  })
}

/** A page as somebody signed in sees it. @param cookie their `Cookie` header; empty for a visitor */
export async function visitAs(cookie: string, path: string) {
  return readPage(await send(path, { headers: { cookie } }))
}

/** The page that comes after an answer, with the cookies that came with it; without `to` a redirect says which. */
export function followAs(cookie: string, response: Response, to = response.headers.get("location")) {
  if (!to) throw new Error(`no redirect: ${response.status}`)
  const given = response.headers.getSetCookie().map((line) => line.split(";")[0])
  return visitAs([cookie, ...given].join("; "), to)
}

/** What an answer shows. */
export async function readPage(response: Response) {
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, ...readHtml(html) }
}

/** What a refused form says is wrong with it. */
export async function alertOf(response: Response) {
  return (await readPage(response)).get("div", { role: "alert" }).text
}

/** What a form holds, as a browser would send it. */
export function filledForm(form: Part) {
  const fields: Record<string, string> = {}
  for (const { attributes } of form.all("input")) {
    const isBox = attributes.type === "checkbox"
    // What has no name is for scripts alone.
    const isSent = attributes.name && !("disabled" in attributes) && (!isBox || "checked" in attributes)
    if (isSent) fields[attributes.name ?? ""] = attributes.value ?? (isBox ? "on" : "")
  }
  for (const area of form.all("textarea")) {
    fields[area.attributes.name ?? ""] = area.raw.replace(/\r?\n/g, "\r\n")
  }
  for (const select of form.all("select")) {
    if (!select.attributes.name) continue
    const [first, ...others] = select.all("option")
    const chosen = [first, ...others].find((option) => option && "selected" in option.attributes) ?? first
    fields[select.attributes.name] = chosen?.attributes.value ?? ""
  }
  // Where nobody pressed another one.
  const pressed = form.all("button", { type: "submit" }).find(({ attributes }) => "hidden" in attributes)
  if (pressed?.attributes.name) fields[pressed.attributes.name] = pressed.attributes.value ?? ""
  return fields
}

/** What is wrong with a form's fields, by label, as assistive technology says it. */
export function fieldProblems(form: Part) {
  const controls = ["input", "textarea", "select", "button"].flatMap((name) =>
    form.all(name, { "aria-invalid": "true" }),
  )
  return Object.fromEntries(
    controls.map(({ attributes }) => {
      const id = attributes["aria-describedby"]?.split(" ").find((name) => name.endsWith("-error")) ?? ""
      return [form.get("label", { for: attributes.id ?? "" }).text, form.get("p", { id }).text]
    }),
  )
}

/** The form that saves, of a manager's page. */
export function saveForm(shown: Part) {
  const [form] = shown.all("form").filter((one) => one.all("input", { value: "save" }).length > 0)
  if (!form) throw new Error("no form to save")
  return form
}
