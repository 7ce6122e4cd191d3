import { afterEach, beforeAll, expect, test } from "vitest"
import { openTestDatabase } from "#test/database.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { redirectWithToast, takeToast, toastHeaders } from "./toast.server.ts"

beforeAll(openTestDatabase)
const settings = getSettings()
afterEach(() => applySettings(settings))

const TOAST = { kind: "success", title: "Fait", link: { to: "/episodes/1", label: "Voir" } } as const
const pageWith = (cookie: string) => takeToast(new Request("https://cko.test/", { headers: { cookie } }))
const cookieOf = async (toast: Parameters<typeof toastHeaders>[0]) =>
  (await toastHeaders(toast))["Set-Cookie"].split(";")[0] ?? ""

test("15.9 a toast shows once on the next page", async () => {
  const { toast, headers } = await pageWith(await cookieOf(TOAST))
  expect(toast).toEqual({ ...TOAST, id: expect.any(String) })
  expect(headers?.["Set-Cookie"]).toMatch(/^cko_toast=; Max-Age=0;/)
})

test("15.9 a toast that nobody here signed is none, whatever it says", async () => {
  const forged = Buffer.from(JSON.stringify({ ...TOAST, id: "1" })).toString("base64")
  const signed = decodeURIComponent(await cookieOf(TOAST))
  const changed = signed.replace(/=./, (start) => (start === "=e" ? "=f" : "=e"))
  const cookies = [
    `cko_toast=${forged}`,
    `cko_toast=${forged}.x`,
    changed,
    "cko_toast=%E0%A4%A",
    "cko_toast=",
  ]
  const toasts = await Promise.all(cookies.map(async (cookie) => (await pageWith(cookie)).toast))
  expect(toasts).toEqual(cookies.map(() => null))
})

test("the cookie travels encrypted where the site does, and no script reads it", async () => {
  const headerOf = async () => (await toastHeaders(TOAST))["Set-Cookie"]
  expect(await headerOf()).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  applySettings({ ...settings, publicUrl: "http://localhost:3000" })
  expect(await headerOf()).toMatch(/; HttpOnly; SameSite=Lax$/)
})

test("a toast leads nowhere but to this site", async () => {
  for (const to of ["https://evil.example", "//evil.example", "javascript:alert(1)"]) {
    const { toast } = await pageWith(await cookieOf({ ...TOAST, link: { to, label: "Voir" } }))
    expect(toast?.link?.to).toBe("/")
    expect((await redirectWithToast(to, TOAST)).headers.get("location")).toBe("/")
  }
})

test("without a database a page comes without its toast", async () => {
  const cookie = await cookieOf(TOAST)
  applySettings({ ...settings, cookieSecret: () => Promise.reject(new Error("no database")) })
  expect(await pageWith(cookie)).toEqual({ toast: null, headers: undefined })
})
