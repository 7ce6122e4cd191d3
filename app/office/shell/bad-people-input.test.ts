import { beforeAll, describe, expect, test } from "vitest"
import { badValues, type Field, sendValue, type Value } from "#test/bad-values.ts"
import { leastCpuMs } from "#test/cpu-time.ts"
import { openTestDatabase } from "#test/database.ts"
import { storedRows } from "#test/factories.ts"
import type { Part } from "#test/html.ts"
import {
  fieldProblems,
  filledForm,
  PASSWORD,
  readPage,
  sendForm,
  signInAsNew,
  visitAs,
} from "#test/people.ts"

let cookie = ""

beforeAll(openTestDatabase)
beforeAll(async () => {
  cookie = await signInAsNew("admin", "awa@cko.test")
})

const PROFILE: Field[] = [
  ["firstName", "Prénom", "text", 100],
  ["lastName", "Nom", "text", 100],
  ["birthDate", "Date de naissance", "birth"],
  ["country", "Pays", "text", 100],
]
const profile = { firstName: "Awa", lastName: "Diop", birthDate: "1990-05-01", country: "Sénégal" }
const FORMS: { path: string; name: string; good: Record<string, string>; fields: Field[] }[] = [
  {
    path: "/admin/users",
    name: "Créer un utilisateur",
    good: { intent: "create", ...profile, email: "nouveau@cko.test", password: PASSWORD, role: "moderator" },
    fields: [
      ...PROFILE,
      ["email", "Email", "email", 255],
      ["password", "Mot de passe", "secret", 72],
      ["role", "Rôle", "choice"],
    ],
  },
  {
    path: "/admin/users",
    name: "Inviter une personne",
    good: {
      intent: "invite",
      email: "nouveau@cko.test",
      role: "moderator",
      hasRights: "on",
      "right-moderate": "on",
    },
    fields: [
      ["email", "Email", "email", 255],
      ["role", "Rôle", "choice"],
    ],
  },
  {
    path: "/admin/settings",
    name: "Adresse e-mail",
    good: { intent: "email", email: "nouveau@cko.test" },
    fields: [["email", "Nouvelle adresse e-mail", "email", 255]],
  },
  {
    path: "/admin/settings",
    name: "Profil",
    good: { intent: "profile", ...profile, displayName: "Awa D." },
    fields: [...PROFILE, ["displayName", "Nom affiché", "text", 100]],
  },
  {
    path: "/admin/settings",
    name: "Mot de passe",
    good: { intent: "password", current: PASSWORD, password: "Nouveau123", confirmation: "Nouveau123" },
    fields: [
      ["current", "Mot de passe actuel", "current", 72],
      ["password", "Nouveau mot de passe", "secret", 72],
      ["confirmation", "Confirmer le mot de passe", "confirmation"],
    ],
  },
]
const SECRETS = ["current", "password", "confirmation"]

describe.each(FORMS)("the form « $name »", ({ path, name, good, fields }) => {
  const formOf = (shown: Part) => shown.get("form", { "aria-label": name })

  const wrong = fields.flatMap((field) =>
    badValues(field).map(([what, value, problem]) => ({ field, what, value, problem, at: field[0] })),
  )
  test.each(wrong)("refuses $what in $at", async ({ field, value, problem }) => {
    const before = await everybody()
    const response = await sendValue(path, good, field, value, cookie)
    expect(response.status).toBe(400)
    const page = await readPage(response)
    const form = formOf(page)
    for (const [where, sentence] of expectedProblems(field, problem)) {
      expect(problemsOf(form)[where]).toMatch(sentence)
    }
    expect(withoutSecrets(filledForm(form))).toEqual(withoutSecrets({ ...good, ...kept(field, value) }))
    for (const secret of Object.entries(good).filter(([one]) => SECRETS.includes(one))) {
      expect(page.html).not.toContain(secret[1])
    }
    expect(await everybody()).toEqual(before)
  })

  test("refuses ten megabytes, and quickly", async () => {
    const before = await everybody()
    for (const field of fields.slice(-1)) {
      const post = async () => {
        const response = await sendValue(path, good, field, "a".repeat(10_000_000), cookie)
        expect([400, 413]).toContain(response.status)
      }
      expect(await leastCpuMs(5_000, post)).toBeLessThan(5_000)
    }
    expect(await everybody()).toEqual(before)
  })

  test("never fails over broken letters", async () => {
    const before = await everybody()
    for (const [field] of fields) {
      for (const broken of ["%ED%A0%80", "%FF", "%"]) {
        const others = Object.entries({ ...good, email: "", current: "" }).filter(
          ([other]) => other !== field,
        )
        const body = `${new URLSearchParams(others)}&${field}=${broken}`
        const response = await sendForm(path, new URLSearchParams(body), { cookie })
        expect(response.status).toBeLessThan(500)
      }
    }
    expect((await everybody()).users).toEqual(before.users)
  })
})

test.each(["firstName", "lastName", "country"])("a script in %s is kept as text", async (field) => {
  const script = "<script>alert(1)</script>"
  await sendForm("/admin/settings", { intent: "profile", ...profile, [field]: script }, { cookie })
  const shown = await visitAs(cookie, "/admin/settings")
  expect(filledForm(shown.get("form", { "aria-label": "Profil" }))[field]).toBe(script)
  expect(shown.html).not.toContain("<script>alert")
})

test.each([
  ["/admin/users", ""],
  ["/admin/users", "drop"],
  ["/admin/settings", ""],
  ["/admin/settings", "create"],
])("%s has no intent %j", async (path, intent) => {
  const before = await everybody()
  const response = await sendForm(path, { intent, ...profile, email: "x@cko.test" }, { cookie })
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("Action inconnue")])
  expect(await everybody()).toEqual(before)
})

test.each(["/admin/users", "/admin/settings"])("%s reads nothing but forms", async (path) => {
  for (const type of ["application/json", "text/plain", "multipart/form-data", "application/xml"]) {
    const response = await sendForm(path, { intent: "profile" }, { cookie, "Content-Type": type })
    expect([response.status, await response.text()]).toEqual([
      415,
      expect.stringContaining("Formulaire illisible"),
    ])
  }
})

/** By field, and what stands above the form. */
function problemsOf(form: Part): Record<string, string> {
  return { ...fieldProblems(form), said: form.get("div", { role: "alert" }).text }
}

function expectedProblems([, label]: Field, problem: RegExp): [string, RegExp][] {
  return [
    [label, problem],
    ["said", /^Erreur de validation/],
  ]
}

/** What stands in a refused field afterwards. */
function kept([name]: Field, value: Value) {
  const [typed] = [value].flat()
  const isUnknownRole = name === "role"
  return { [name]: isUnknownRole ? "user" : (typed ?? "") }
}

function withoutSecrets(fields: Record<string, string>) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.includes(name)))
}

async function everybody() {
  return {
    users: await storedRows("users"),
    profiles: await storedRows("profiles"),
    invitations: await storedRows("invitations"),
    passwords: (await storedRows("accounts")).map(({ password }) => password),
  }
}
