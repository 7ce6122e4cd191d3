import { describe, expect, test } from "vitest"
import { randomFrom } from "#test/hostile.ts"
import { addressOfKey, pathKey, readSource, readTarget } from "./addresses.ts"
import { answersAt, makeRuleSet } from "./conflicts.ts"
import { goalsOf, locationOf, makeRuleTable, type Rule } from "./rules.ts"

const SITE = "https://www.cko.test"

describe("an old address", () => {
  test.each([
    ["/ancien", "/ancien"],
    ["ancien", "/ancien"],
    ["  /Ancien/ ", "/ancien"],
    ["/a//b///", "/a/b"],
    ["//a/b", "/a/b"],
    ["/a/./b/../c", "/a/c"],
    ["/", "/"],
    ["https://www.cko.test/ancien/", "/ancien"],
    ["http://cko.test/Ancien#suite", "/ancien"],
    ["cko.test/ancien", "/ancien"],
    ["/%C3%89t%C3%A9", "/été"],
    ["/e\u0301te\u0301", "/été"],
    ["/mon disque", "/mon disque"],
    ["/mon%20disque", "/mon disque"],
    ["/a%2Fb", "/a%2fb"],
    ["/100%25", "/100%25"],
    ["/%E9t%E9", "/%e9t%e9"],
    ["/2023/*", "/2023/*"],
    ["/2023/%2A", "/2023/%2a"],
    ["/*", "/*"],
    ["/newsletter", "/newsletter"],
    ["/administration", "/administration"],
  ])("spelled %j is %j", (typed, source) => {
    expect(readSource(typed, SITE)).toEqual({ ok: true, source })
  })

  test.each([
    ["", /requise/],
    ["https://autre.example/ancien", /doit être sur ce site/],
    ["autre.example/ancien", /doit être sur ce site/],
    ["/?page=deux", /«\s\?\s»/],
    ["https://cko.test/?p=12&q=3", /«\s\?\s»/],
    ["/a*", /étoile/],
    ["/*/a", /étoile/],
    ["/a/*/*", /étoile/],
    ["/a/**", /étoile/],
    ["/a%00b", /caractère interdit/],
    ["/a%0Ab", /caractère interdit/],
    [`/${"a".repeat(500)}`, /moins de 500/],
    [`/${"a".repeat(5_000)}`, /trop longue/],
    ...[
      "/admin",
      "/Admin/users",
      "/auth/*",
      "/%61dmin",
      "//admin",
      "/assets/a.js",
      "/media/*",
      "/healthz/",
      "/metrics",
    ].map((path): [string, RegExp] => [path, /appartient au site/]),
    ["/newsletter/unsubscribe", /appartient au site/],
  ])("%j is refused", (typed, problem) => {
    expect(readSource(typed, SITE)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })
})

describe("a new address", () => {
  test.each([
    ["/nouveau", "/a", "/nouveau"],
    ["https://cko.test/Nouveau/?a=b#c", "/a", "/Nouveau/?a=b#c"],
    ["cko.test/nouveau", "/a", "/nouveau"],
    ["https://autre.example", "/a", "https://autre.example/"],
    ["autre.example/page", "/a", "https://autre.example/page"],
    ["/%C3%A9t%C3%A9/mon%20disque", "/a", "/été/mon%20disque"],
    ["/blog/*", "/2023/*", "/blog/*"],
    ["/blog/*?de=2023", "/2023/*", "/blog/*?de=2023"],
    ["https://autre.example/*", "/*", "https://autre.example/*"],
  ])("spelled %j for %j is %j", (typed, source, target) => {
    expect(readTarget(typed, SITE, source)).toEqual({ ok: true, target })
  })

  test.each([
    ["", "/a", /requise/],
    ["nouveau", "/a", /doit commencer par/],
    ["javascript:alert(1)", "/a", /doit commencer par/],
    ["//autre.example", "/a", /doit commencer par/],
    ["/\\autre.example", "/a", /doit commencer par/],
    ["/./%2e//autre.example", "/a", /deux barres/],
    ["https://a:b@autre.example", "/a", /mot de passe/],
    ["/blog/*", "/a", /finir par/],
    ["/blog/*/*", "/2023/*", /étoile/],
    ["/blog*", "/2023/*", /étoile/],
    ["/blog?a=*", "/2023/*", /étoile/],
    ["https://*.autre.example/", "/2023/*", /étoile|commencer/],
    [`/${"a".repeat(2_001)}`, "/a", /trop longue/],
  ])("%j for %j is refused", (typed, source, problem) => {
    expect(readTarget(typed, SITE, source)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
  })
})

const rule = (source: string, target: string | null, id = 0): Rule => ({ id, source, target })

describe("a visitor's address", () => {
  const table = makeRuleTable([
    rule("/ancien", "/nouveau"),
    rule("/été", "/page/été?a=b"),
    rule("/2023/*", "/blog/*"),
    rule("/2023/mai/*", "https://archives.example/mai/*"),
    rule("/2023/exact", "/contact#ecrire"),
    rule("/tout/*", "/about"),
    rule("/forum/*", null),
    rule("/*", "https://ailleurs.example/*"),
  ])
  const locate = (path: string, search = "") => {
    const match = table.find(path)
    return match && (locationOf(match, search) ?? "gone")
  }

  test.each([
    ["/ancien", "", "/nouveau"],
    ["/ANCIEN/", "?a=1&b", "/nouveau?a=1&b"],
    ["/%C3%A9t%C3%A9", "?c=d", "/page/%C3%A9t%C3%A9?a=b"],
    ["/2023", "", "/blog"],
    ["/2023/", "", "/blog"],
    ["/2023/Un-Article", "?utm=x", "/blog/Un-Article?utm=x"],
    ["/2023/a/b/", "", "/blog/a/b/"],
    ["/2023//evil.example", "", "/blog/evil.example"],
    ["/2023/%2e%2e/b", "", "/b"],
    ["/2023/mai/12", "", "https://archives.example/mai/12"],
    ["/2023/exact", "?q", "/contact?q#ecrire"],
    ["/2023/exact/plus", "", "/blog/exact/plus"],
    ["/tout/a/b", "", "/about"],
    ["/forum", "", "gone"],
    ["/Forum/a", "", "gone"],
    ["/blog", "", "https://ailleurs.example/blog"],
    ["/%E9t%E9", "", "https://ailleurs.example/%E9t%E9"],
    ["/", "", "https://ailleurs.example/"],
    ["/admin", "", undefined],
    ["/admin/redirects", "", undefined],
    ["/newsletter/unsubscribe", "", undefined],
  ])("30.1 %s%s leads to %s", (path, search, location) => {
    expect(locate(path, search)).toBe(location)
  })

  test("is found among none, and among ten thousand without looking at each", () => {
    expect(makeRuleTable([]).find("/ancien")).toBeUndefined()
    const many = Array.from({ length: 10_000 }, (_, n) => rule(`/${n % 7}/${n}${n % 2 ? "" : "/*"}`, "/a", n))
    const found = makeRuleTable(many)
    expect(found.find("/6/9988/a/b")?.rule.id).toBe(9_988)
    expect(found.find("/2/9991")?.rule.id).toBe(9_991)
    expect(found.find("/2/9991/a")).toBeUndefined()
    // As many parts as an address can have.
    expect(found.find("/a".repeat(8_000))).toBeUndefined()
  })

  test("is a link again", () => {
    for (const key of ["/été", "/a%2fb", "/100%25", "/mon disque", "/%e9t%e9", "/a%3fb"])
      expect(pathKey(new URL(addressOfKey(key), SITE).pathname)).toBe(key)
  })
})

describe("a rule", () => {
  test.each([
    [[], "/a", "/a", "self"],
    [[], "/a", "/A/?b=c", "self"],
    [[], "/a/*", "/a", "self"],
    [[], "/a/*", "/a/b", "self"],
    [[], "/a/*", "/a/b/*", "self"],
    [[], "/a/*", "/*", "self"],
    [[], "/*", "/about", "self"],
    // A page's short address leads on to its own.
    [[], "/page/equipe", "/equipe", "self"],
    [[["/b", "/c"]], "/a", "/b", "target"],
    [[["/b", null]], "/a", "/b", "target"],
    [[["/b/*", "/c"]], "/a", "/b/d", "target"],
    [[["/b/c", "/d"]], "/a/*", "/b/*", "target"],
    [[["/b/c/*", "/d"]], "/a/*", "/b/*", "target"],
    [[["/b/*", "/d"]], "/a/*", "/b/c/*", "target"],
    [[["/page/b", "/d"]], "/a", "/b", "target"],
    [[["/b", "/a"]], "/a", "/c", "source"],
    [[["/b", "/a"]], "/a", null, "source"],
    [[["/b", "/a/c"]], "/a/*", "/d", "source"],
    [[["/b/*", "/a/*"]], "/a/c", "/d", "source"],
    [[["/b/*", "/a/*"]], "/a/c/*", "/d", "source"],
    [[["/b/*", "/a/c/*"]], "/a/*", "/d", "source"],
    [[["/b", "/a"]], "/*", "https://autre.example/*", "source"],
    [[["/b", "/a"]], "/a", "/b", "target"],
    [[["/b", "/c"]], "/a", "/c", undefined],
    [[["/b", "/c"]], "/ab", "/bc", undefined],
    [[["/2023/*", "/blog/*"]], "/2024/*", "/blog/*", undefined],
    [[["/2023/*", "/blog/*"]], "/2023/a", "/contact", undefined],
    [[["/b", "https://autre.example/a"]], "/a", "/c", undefined],
    [[], "/a", "https://autre.example/a", undefined],
  ] as const)("beside %j that leads from %s to %s breaks: %s", (others, source, target, broken) => {
    const set = makeRuleSet(others.map(([from, to], id) => rule(from, to, id)))
    expect(set.conflictOf(rule(source, target, 99))?.with).toBe(broken)
  })

  test("fits in again once what it broke is gone", () => {
    const former = rule("/b", "/c")
    const set = makeRuleSet([former])
    expect(set.conflictOf(rule("/a", "/b"))).toEqual({ with: "target", rule: former })
    set.remove(former)
    expect(set.conflictOf(rule("/a", "/b"))).toBeUndefined()
  })
})

describe("rules made up at random", () => {
  const sets = Array.from({ length: 300 }, (_, seed) => {
    const random = randomFrom(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const path = () => Array.from({ length: 1 + below(3) }, () => `/${"abc".charAt(below(3))}`).join("")
    const pattern = (isOpen: boolean) => (isOpen ? `${below(6) === 0 ? "" : path()}/*` : path())
    const offered = Array.from({ length: 12 }, (_rule, id) => {
      const isOpen = below(2) === 0
      return rule(pattern(isOpen), below(8) === 0 ? null : pattern(isOpen && below(2) === 0), id)
    })
    const set = makeRuleSet([])
    const kept: Rule[] = []
    for (const one of offered) {
      if (set.get(one.source) || set.conflictOf(one)) continue
      set.add(one)
      kept.push(one)
    }
    return { below, path, offered, kept }
  })

  test("never lead anybody twice, nor do those that are left when some are deleted", () => {
    for (const { below, path, kept } of sets) {
      const left = kept.filter(() => below(3) > 0)
      for (const table of [makeRuleTable(kept), makeRuleTable(left)]) {
        for (let visit = 0; visit < 60; visit += 1) {
          const match = table.find(path() + path())
          const location = match && locationOf(match, "")
          expect(location === undefined ? undefined : table.find(location)).toBeUndefined()
        }
      }
    }
    expect(sets.some(({ kept }) => kept.length > 3)).toBe(true)
  })

  test("are refused exactly where two of them meet", () => {
    const meets = (one: Rule, other: Rule) => goalsOf(one).some((goal) => answersAt(other, goal))
    for (const { offered, kept } of sets) {
      const set = makeRuleSet(kept)
      for (const one of offered.filter(({ id }) => !kept.some((other) => other.id === id))) {
        const isBroken = meets(one, one) || kept.some((other) => meets(one, other) || meets(other, one))
        expect(set.conflictOf(one) !== undefined).toBe(isBroken)
      }
    }
  })
})
