import { test as base, expect } from "@playwright/test"

type Fixtures = {
  /** A console error that belongs to the journey, such as the browser's own line about a 404. */
  expectedError: RegExp | undefined
  /** Addresses of requests to other hosts. They never leave the machine. */
  foreignRequests: string[]
}

/** A test on a watched page: an unexpected console or page error fails it, and so does a request to another host. */
export const test = base.extend<Fixtures>({
  expectedError: [undefined, { option: true }],

  foreignRequests: async ({ context, baseURL }, use) => {
    const requests: string[] = []
    await context.route(
      (url) => url.protocol.startsWith("http") && url.origin !== baseURL,
      async (route) => {
        requests.push(route.request().url())
        await route.abort()
      },
    )
    await use(requests)
  },

  page: async ({ page, expectedError, foreignRequests }, use) => {
    const errors: string[] = []
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`)
    })
    page.on("pageerror", (error) => errors.push(`${error.name}: ${error.message}\n${error.stack} @ ${page.url()}`))
    await use(page)
    expect(errors.filter((error) => !expectedError?.test(error))).toEqual([])
    expect(foreignRequests).toEqual([])
  },
})

export { expect }

/** What Chromium writes about any answer with this status, the page's own included. */
export const NOT_FOUND_ERROR = /status of 404/
