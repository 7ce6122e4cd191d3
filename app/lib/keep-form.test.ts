import { data, type ErrorResponse, redirect } from "react-router"
import { describe, expect, test } from "vitest"
import { keepForm } from "./keep-form.ts"

const TYPED = { intent: "save", title: "Un titre", content: "Un long texte." }
const send = (serverAction: () => Promise<unknown>) =>
  keepForm({
    request: new Request("https://cko.test/", { method: "POST", body: new URLSearchParams(TYPED) }),
    serverAction,
  })
const refusal = (status: number) => ({ status, statusText: "", internal: false, data: null }) as ErrorResponse

describe("a form sent from the browser", () => {
  test("gives what the site answers", async () => {
    expect(await send(async () => "taken")).toBe("taken")
  })

  test.each([new TypeError("Failed to fetch"), refusal(500), refusal(503)])(
    "is kept as it was typed when the site does not answer: %o",
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

  test.each([redirect("/auth"), refusal(400), refusal(403), refusal(404)])(
    "goes where the site sends it, and shows what it refuses for good",
    async (answer) => {
      await expect(send(() => Promise.reject(answer))).rejects.toBe(answer)
    },
  )
})
