import { test as base, expect } from "@playwright/test"

type Fixtures = {
  /** A console error that belongs to the journey, such as the browser's own line about a 404. */
  expectedError: RegExp | undefined
  /** Other hosts that the journey leads to. */
  expectedHosts: string[]
  /** Addresses of requests to other hosts. The browser itself lets none out (playwright.config.ts). */
  foreignRequests: string[]
}

/** A test on a watched page: an unexpected console or page error fails it, and so does a request to another host. */
export const test = base.extend<Fixtures>({
  expectedError: [undefined, { option: true }],

  expectedHosts: [[], { option: true }],

  foreignRequests: async ({ context, baseURL, expectedHosts }, use) => {
    const requests: string[] = []
    context.on("request", (request) => {
      const { protocol, origin } = new URL(request.url())
      const isForeign = protocol.startsWith("http") && ![baseURL, ...expectedHosts].includes(origin)
      if (isForeign) requests.push(request.url())
    })
    await use(requests)
  },

  page: async ({ page, expectedError, foreignRequests }, use) => {
    const errors: string[] = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
    })
    page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}\n${error.stack}`))
    await use(page)
    const unexpected = errors.filter(
      (error) => !SKIPPED_TRANSITION.test(error) && !expectedError?.test(error),
    )
    expect(unexpected).toEqual([])
    expect(foreignRequests).toEqual([])
  },
})

export { expect }

/** Chromium's word for a page transition overtaken by the next one, which React Router leaves uncaught: harmless. */
const SKIPPED_TRANSITION = /^AbortError: Transition was skipped/

/** What Chromium writes about any answer with this status, the page's own included. */
export const NOT_FOUND_ERROR = /status of 404/
