import { readFileSync } from "node:fs"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { Icon, type IconName } from "./icon.tsx"

const symbolsOf = (sprite: string) =>
  [...readFileSync(`app/kit/ui/icons/${sprite}.svg`, "utf8").matchAll(/<symbol id="icon-([a-z0-9-]+)"/g)].map(
    ([, name]) => name as IconName,
  )
const named = [
  ...readFileSync("app/kit/ui/icon.tsx", "utf8").matchAll(/(?:\| |, |\[|^ {2})"([a-z0-9-]+)"/gm),
].map(([, name]) => name)

test("every icon that can be named is drawn, once", () => {
  expect([...symbolsOf("site"), ...symbolsOf("office")].toSorted()).toEqual(named.toSorted())
})

test("an icon that visitors see is used from the page, one of the back office from its file", () => {
  for (const name of symbolsOf("site"))
    expect(renderToStaticMarkup(<Icon name={name} />)).toContain(`<use href="#icon-${name}">`)
  for (const name of symbolsOf("office"))
    expect(renderToStaticMarkup(<Icon name={name} />)).toMatch(
      new RegExp(`<use href="/[^"]+office[^"]*\\.svg[^"]*#icon-${name}">`),
    )
})
