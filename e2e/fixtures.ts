import { test as base, type BrowserContext, expect, type Page } from "@playwright/test"
import { anyAddress } from "./visitors.ts"

type Fixtures = {
  /** A console error that belongs to the journey, such as the browser's own line about a 404. */
  expectedError: RegExp | undefined
  /** Scripts run only once they are needed, as for visitors. Otherwise they run from the start. */
  startsLate: boolean
  /** Other hosts that the journey leads to. */
  expectedHosts: string[]
  /** Addresses of requests to other hosts. The browser itself lets none out (playwright.config.ts). */
  foreignRequests: string[]
  /** The page of a second browser, in which nobody is signed in. */
  other: Page
}

/** A test on a watched page: an unexpected console or page error fails it, and so does a request to another host. */
export const test = base.extend<Fixtures>({
  expectedError: [undefined, { option: true }],

  startsLate: [false, { option: true }],

  expectedHosts: [[], { option: true }],

  context: async ({ context, startsLate }, use) => {
    await watchStart(context, startsLate)
    await use(context)
  },

  foreignRequests: async ({ context, baseURL, expectedHosts }, use) => {
    const requests: string[] = []
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url())
      const isForeign = protocol.startsWith("http") && ![baseURL, ...expectedHosts].includes(origin)
      if (isForeign) requests.push(request.url())
    })
    await use(requests)
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are asked for.
  extraHTTPHeaders: async ({}, use) => {
    await use(anyAddress())
  },

  page: async ({ page, expectedError, foreignRequests }, use) => {
    const errors = collectErrors(page)
    await use(page)
    expect(unexpected(errors, expectedError)).toEqual([])
    expect(foreignRequests).toEqual([])
  },

  other: async ({ browser, expectedError }, use) => {
    const context = await browser.newContext({ storageState: NOBODY, extraHTTPHeaders: anyAddress() })
    await watchStart(context, false)
    const page = await context.newPage()
    const errors = collectErrors(page)
    await use(page)
    await context.close()
    expect(unexpected(errors, expectedError)).toEqual([])
  },
})

export { expect }

/** Nobody is signed in. */
export const NOBODY = { cookies: [], origins: [] }

/** Chromium's words for a page transition overtaken by the next one, or by a slow style sheet: harmless. */
const SKIPPED_TRANSITION = /^(AbortError|InvalidStateError): Transition was (skipped|aborted)/

/** A small picture in a list, whose medium another journey deletes meanwhile. */
const GONE_PICTURE = /status of 404 .*\/media\/[\w-]{22}\/160\.webp/

/** What Chromium writes about any answer with this status, the page's own included. */
export const NOT_FOUND_ERROR = /status of 404/

/** Marks a page whose scripts run, and starts them at once where they would wait for a sign. */
async function watchStart(context: BrowserContext, startsLate: boolean) {
  await context.addInitScript((isLate) => {
    addEventListener("cko:hydrated", () => document.documentElement.setAttribute("data-hydrated", ""))
    if (!isLate) document.addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("pointermove")))
  }, startsLate)
}

function collectErrors(page: Page) {
  const errors: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
  })
  page.on("pageerror", (error) => errors.push(describeError(error)))
  return errors
}

/** Some have nothing but a name and a message, others nothing but where they come from. */
export const describeError = ({ name, message, stack }: Error) => `${name}: ${message}\n${stack}`

export const isHarmless = (error: string) => [SKIPPED_TRANSITION, GONE_PICTURE].some((one) => one.test(error))

function unexpected(errors: string[], expectedError: RegExp | undefined) {
  return errors.filter((error) => !isHarmless(error) && !expectedError?.test(error))
}
