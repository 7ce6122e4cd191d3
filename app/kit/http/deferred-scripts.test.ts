import { expect, test } from "vitest"
import { pagePolicy } from "./content-security-policy.server.ts"
import { loadScriptsLate } from "./deferred-scripts.server.ts"

const PAGE = `<html><head><link rel="modulepreload" href="/assets/root-1.js"/><link rel="modulepreload" href="/assets/react-1.js"/><link rel="modulepreload" href="/assets/entry.client-1.js"/><link rel="modulepreload" href="/assets/react-1.js"/></head><body><p>$& $1</p><script>first()</script><script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"site/home/home.route":route1};

import("/assets/entry.client-1.js");</script></body></html>`

test("a page loads the client's entry only, and names its other scripts", () => {
  const late = loadScriptsLate(PAGE)
  expect(late).toBe(
    `<html><head><script type="module" fetchpriority="low" src="/assets/entry.client-1.js"></script></head><body><p>$& $1</p><script>first()</script><script type="application/json" id="deferred-scripts">${JSON.stringify(
      {
        manifest: "/assets/manifest-1.js",
        routes: { root: "/assets/root-1.js", "site/home/home.route": "/assets/home-1.js" },
        imports: ["/assets/react-1.js"],
      },
    )}</script></body></html>`,
  )
})

test("what names scripts is no script, for the page's policy", () => {
  expect(pagePolicy(loadScriptsLate(PAGE) ?? "").match(/sha256-/g)).toHaveLength(1)
})

test("a page without that script has none to load late", () => {
  expect(loadScriptsLate("<html><head></head></html>")).toBeUndefined()
})

test("a page's policy names the scripts written into it, and only those", () => {
  const policy = pagePolicy(
    `<script>a()</script><script type="application/ld+json">{"a":1}</script><script async="" src="/assets/a.js"></script><script type="module">b()
</script><script>a()</script>`,
  )
  expect(policy).toContain(
    "script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=' 'sha256-coNNbfmqp+okL86S9CsPdmsdHszSHUdBwS8D/cAVSiQ='; ",
  )
})
