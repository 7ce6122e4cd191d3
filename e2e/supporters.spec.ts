import { expect, test } from "./office.ts"
import { linkMailedTo } from "./outbox.ts"
import { send, waitForScripts } from "./visitors.ts"
import { expectAccessible, expectNoSidewaysScrolling } from "./screens.ts"

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, expectedError: /status of 400/ })

    test("56.2, 57.4 a payment that waits becomes somebody's support, who opens their page and has a feed", async ({
      page,
      other,
      unique,
      request,
    }) => {
      const email = `${unique}@cko.test`
      await page.goto("/admin/supporters/payments")
      const address = (await page.getByRole("main").locator("code").textContent()) ?? ""
      const notice = {
        eventType: "Payment",
        data: {
          id: unique,
          order: { id: unique, formType: "Donation" },
          payer: { firstName: unique },
          amount: 500,
        },
      }
      const told = () => request.post(new URL(address).pathname, { data: notice })
      expect(await (await told()).text()).toBe("Reçu.\n")
      expect(await (await told()).text()).toBe("Déjà reçu.\n")

      await page.goto(`/admin/supporters/payments?q=${unique}`)
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: unique })
      await expect(row).toContainText("Sans adresse e-mail")
      await row.getByRole("link", { name: "Rattacher" }).click()
      const form = page.getByRole("form", { name: "Rattacher un paiement" })
      await form.getByLabel("Adresse e-mail").fill("nulle part")
      await form.getByRole("button", { name: "Rattacher" }).click()
      await expect(form.getByLabel("Adresse e-mail")).toHaveAccessibleDescription(/Email invalide/)
      await form.getByLabel("Adresse e-mail").fill(email)
      await form.getByRole("button", { name: "Rattacher" }).click()
      await expect(page.getByText("Paiement rattaché")).toBeVisible()
      await expect(row).toContainText("Tous les soutiens, jusqu’au")

      await other.goto("/soutiens")
      if (javaScriptEnabled) await waitForScripts(other)
      const asking = other.getByRole("main").locator("form")
      await asking.getByLabel("Votre adresse e-mail").fill(email)
      await send(asking, "Recevoir mon lien")
      await expect(other.getByRole("status").filter({ hasText: "un lien vient de partir" })).toBeVisible()
      const link = () => linkMailedTo(email, /http:\S+soutiens\/lien\S+/)
      await expect.poll(link).toBeDefined()
      await other.goto((await link()) ?? "")
      await other.getByRole("button", { name: "Ouvrir mon espace" }).click()
      await expect(other.getByRole("heading", { level: 1 })).toHaveText(`Bonjour ${unique}`)
      const feed = (await other.getByRole("main").getByRole("textbox").first().inputValue()) ?? ""
      expect(await (await request.get(new URL(feed).pathname)).text()).toContain(
        "<itunes:block>Yes</itunes:block>",
      )
    })
  })
}

test(
  "57.4 the payments are accessible, and never scroll sideways",
  { tag: "@desktop" },
  async ({ page, unique, request }) => {
    await page.goto("/admin/supporters/payments")
    const address = (await page.getByRole("main").locator("code").textContent()) ?? ""
    const name = "Anticonstitutionnellement".repeat(4)
    const data = { id: unique, order: { id: unique, formType: "Donation" }, payer: { firstName: name } }
    await request.post(new URL(address).pathname, { data: { eventType: "Payment", data } })
    await page.reload()
    await page.getByRole("main").getByRole("link", { name: "Rattacher" }).first().click()
    await expect(page.getByRole("form", { name: "Rattacher un paiement" })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScrolling(page)
  },
)
