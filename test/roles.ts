import { beforeAll } from "vitest"
import { signInAsNew } from "./people.ts"

/** Somebody of each role, and a visitor: the cookies that a file's tests send. @param host of their addresses; random ones without it */
export function signInAsEach(host?: string) {
  const cookies = { visitor: "", user: "", moderator: "", admin: "" }
  beforeAll(async () => {
    for (const role of ["user", "moderator", "admin"] as const) {
      cookies[role] = await signInAsNew(role, host && `${role}@${host}`)
    }
  })
  return cookies
}
