import { data, type ErrorResponse, redirect } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import { keepForm } from "./keep-form.ts"

const TYPED = { intent: "save", title: "Un titre", content: "Un long texte." }
const send = (serverAction: () => Promise<unknown>, failures?: Record<string, string>) =>
  keepForm(
    {
      request: new Request("https://cko.test/", { method: "POST", body: new URLSearchParams(TYPED) }),
      serverAction,
    },
    undefined,
    failures,
  )
beforeEach(() => {
  at("/contact")
  return () => vi.unstubAllGlobals()
})
const at = (pathname: string, onLine = true) => {
  vi.stubGlobal("location", { pathname })
  vi.stubGlobal("navigator", { onLine })
}
const descriptionOf = (response: unknown) =>
  (response as { data: { message: { description: string } } }).data.message.description
const refusal = (status: number) => ({ status, statusText: "", internal: false, data: null }) as ErrorResponse

test("a form sent from the browser gives what the site answers", async () => {
  expect(await send(async () => "taken")).toBe("taken")
})

test.each([new TypeError("Failed to fetch"), refusal(500), refusal(503)])(
  "22.3 a form sent from the browser is kept as it was typed when the site does not answer: %o",
  async (failure) => {
    expect(await send(() => Promise.reject(failure))).toEqual(
      data(
        {
          values: TYPED,
          errors: {},
          message: {
            title: "Erreur",
            description: expect.stringContaining("Votre saisie est intacte."),
          },
        },
        503,
      ),
    )
  },
)

test.each([
  [new TypeError("Failed to fetch"), false, "Vous êtes hors ligne\u00a0:"],
  [new TypeError("Failed to fetch"), true, "Le site ne répond pas\u00a0:"],
  [refusal(503), true, "Le site ne peut pas répondre pour l’instant\u00a0:"],
])(
  "a form sent from the browser says honestly why: %o, with a network: %j",
  async (failure, onLine, reason) => {
    at("/contact", onLine)
    const response = await send(() => Promise.reject(failure))
    expect(descriptionOf(response)).toMatch(new RegExp(`^${reason}`))
  },
)

test("a form sent from the browser says first what could not be done", async () => {
  const failures = { save: "Impossible de poster le commentaire" }
  const response = await send(() => Promise.reject(refusal(503)), failures)
  expect(descriptionOf(response)).toMatch(/^Impossible de poster le commentaire\. Le site/)
})

test("a form sent from the browser is kept where its author is signed in no more", async () => {
  at("/admin/blog")
  const response = await send(() => Promise.reject(redirect("/auth")))
  expect(descriptionOf(response)).toMatch(/^Vous n’êtes plus connecté.*Votre saisie est intacte\.$/)
})

test.each([redirect("/auth"), refusal(400), refusal(403), refusal(404)])(
  "a form sent from the browser goes where the site sends it, and shows what it refuses for good",
  async (response) => {
    await expect(send(() => Promise.reject(response))).rejects.toBe(response)
  },
)
