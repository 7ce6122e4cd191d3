import { existsSync, globSync } from "node:fs"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { PosterImage } from "./poster-image.tsx"

const render = (src: string) => renderToStaticMarkup(<PosterImage src={src} fallback="Awa" variant={0} />)
const addressesOf = (html: string) =>
  [...html.matchAll(/(\/starter\/[\w-]+\.webp) \d+w/g)].map(([, address]) => address)

test("each starter picture is offered in three widths, which are there", () => {
  const pictures = globSync("public/starter/*.webp").filter((file) => !/-(480|800)\.webp$/.test(file))
  expect(pictures.length).toBeGreaterThan(20)
  for (const picture of pictures) {
    const addresses = addressesOf(render(picture.replace("public", "")))
    expect(addresses).toHaveLength(3)
    for (const address of addresses) expect(existsSync(`public${address}`)).toBe(true)
  }
})

test("25.2 a person has a letter in a picture's place, a round its number, and all else a motif without letters", () => {
  const textOf = (fallback: string | number | null) =>
    renderToStaticMarkup(<PosterImage src={null} fallback={fallback} variant={5} />).replaceAll(
      /<[^>]*>/g,
      "",
    )
  expect([textOf("Paul Dupont"), textOf(12), textOf(null), textOf("?!")]).toEqual(["P", "12", "", ""])
})

test("a picture from elsewhere is asked for at its own address only", () => {
  for (const src of ["https://cdn.example/starter/a.webp", "/starter/a.jpg", "/starter/../a.webp"])
    expect(render(src)).not.toContain("srcset")
})
