import { expect, test } from "./fixtures.ts"

test.use({ contextOptions: { reducedMotion: "reduce" } })

test("25.1 nothing on a page moves by itself or when pointed at", async ({ page }) => {
  await page.goto("/episodes")
  const slow = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [undefined, "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(element, part)
        const times = `${style.transitionDuration},${style.animationDuration},${style.animationDelay}`
        return times.split(",").some((time) => parseFloat(time) > 0.001)
          ? [`${element.className}: ${times}`]
          : []
      }),
    ),
  )
  expect(slow).toEqual([])

  const card = page.getByRole("main").getByRole("article").first()
  const before = await card.boundingBox()
  await card.hover()
  expect(await card.boundingBox()).toEqual(before)
})

test("moving from page to page is not animated", async ({ page }) => {
  await page.addInitScript(() => {
    const animations: string[] = []
    Object.assign(window, { animations })
    const start = document.startViewTransition?.bind(document)
    document.startViewTransition = (...args) => {
      const transition = start(...args)
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const { duration } = effect?.getComputedTiming() ?? {}
          if (Number(duration) > 1)
            animations.push(`${(effect as KeyframeEffect).pseudoElement} ${duration} ms`)
        }
      })
      return transition
    }
  })
  await page.goto("/")
  await page.getByRole("main").getByRole("link", { name: "Voir les épisodes" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Épisodes")
  expect(await page.evaluate(() => (window as unknown as { animations: string[] }).animations)).toEqual([])
})
