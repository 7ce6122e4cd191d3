/** Creates the first account, which is an admin's. @returns the `Cookie` header of its session */
export async function signUp(site: string) {
  const account = { email: "mesures@example.org", password: "Uppercut8", confirmation: "Uppercut8" }
  const response = await sendForm(`${site}/auth?onglet=inscription`, account)
  const cookie = response.headers.getSetCookie().find((line) => line.includes("cko.session_token="))
  if (!cookie) throw new Error(`not signed up: ${response.status}`)
  return cookie.split(";")[0] ?? ""
}

/** Posts a form as the site's own pages do. */
export function sendForm(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "Sec-Fetch-Site": "same-origin", ...headers },
    redirect: "manual",
  })
}
