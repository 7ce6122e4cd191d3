import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { readHtml } from "#test/html.ts"
import { TextField } from "./field.tsx"
import { fieldsOf } from "./fields-of.ts"

const { secret } = fieldsOf<{ slug: string }>(null)
const show = (help?: string) =>
  readHtml(renderToStaticMarkup(<TextField label="Slug" {...secret("slug")} help={help} />))

test("32.4 a field's help stands behind its button, which says of what, and not in its label", () => {
  const shown = show("La fin de l’adresse.")
  const button = shown.get("button")
  expect(button.attributes.type).toBe("button")
  expect(button.text).toContain("Aide sur « Slug »")
  expect(shown.get("label").text).toBe("Slug")
  expect(shown.get("div", { popover: "auto", id: button.attributes.popovertarget ?? "" }).text).toBe(
    "La fin de l’adresse.",
  )
  expect(shown.get("input").attributes).not.toHaveProperty("help")
})

test("a field without help has no button", () => {
  expect(show().all("button")).toEqual([])
})
