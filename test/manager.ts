import { beforeAll, beforeEach } from "vitest"
import { itemAddress } from "#app/content/managed-type.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { openTestDatabase } from "./database.ts"
import { emptyContents } from "./factories.ts"
import { filledForm, followAs, saveForm, sendForm, signInAsNew, visitAs } from "./people.ts"

type Fields = Record<string, string>

/** An admin at the back office of a site that has no contents before each test: what they see and send. */
export function openOffice() {
  let cookie = ""
  beforeAll(openTestDatabase)
  beforeAll(async () => {
    cookie = await signInAsNew("admin")
  })
  beforeEach(emptyContents)

  const see = (path: string) => visitAs(cookie, path)
  const send = (path: string, fields: Fields) => sendForm(path, fields, { cookie })
  return {
    see,
    send,
    /** The page after a click, with what it says of it. */
    follow: (response: Response, path: string) => followAs(cookie, response, path),
    /** A form that saves something new, or what `fields` name. */
    save: (path: string, fields: Fields) => send(path, { intent: "save", ...fields }),
    /** What the form of a manager's page holds. */
    formOn: async (path: string) => filledForm(saveForm(await see(path))),
    /** Sends the form of an item as it is shown, with other values in some of its fields. */
    edit: async (path: string, id: number, fields: Fields = {}) =>
      send(path, { ...filledForm(saveForm(await see(formOf(path, id)))), ...fields }),
  }
}

/** Where all of an item's form is. */
export const formOf = itemAddress

/** The type that is managed at an address. */
export function typeAt(path: string) {
  const type = managedTypes().find(({ words }) => words.path === path)
  if (!type) throw new Error(`no type at ${path}`)
  return type
}
