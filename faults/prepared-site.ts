import { signUp, visit } from "./visitor.ts"

/** An admin with two published episodes. @returns the admin's cookie */
export async function prepare(url: string) {
  const cookie = await signUp(url)
  for (const title of ["Épisode un", "Épisode deux"]) {
    const fields = { intent: "save", title, guest: "Awa", publicationDay: "2020-01-15" }
    await visit(`${url}/admin/episodes`, { cookie, fields })
  }
  for (const id of ["1", "2"]) {
    await visit(`${url}/admin/episodes`, { cookie, fields: { intent: "publish", id } })
  }
  return cookie
}
