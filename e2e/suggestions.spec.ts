import { expect, test } from "./fixtures.ts"
import { expectAccessible } from "./screens.ts"
import { waitForScripts } from "./visitors.ts"

test("40.2 what may be meant is suggested while one types, chosen by keyboard, and folded away", async ({
  page,
}) => {
  await page.goto("/recherche")
  await waitForScripts(page)
  const field = page.getByRole("combobox", { name: "Rechercher dans tout le site" })
  await field.fill("dalle")
  const options = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option")
  await expect(options.first()).toContainText("L’été où la dalle")
  await field.press("ArrowDown")
  await expect(options.first()).toHaveAttribute("aria-selected", "true")
  await expect(field).toHaveAttribute(
    "aria-activedescendant",
    (await options.first().getAttribute("id")) ?? "",
  )
  await expectAccessible(page)

  await field.press("Escape")
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue("dalle")
  await field.press("ArrowDown")
  await field.press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toContainText("L’été où la dalle")
})
