import { readSource, readTarget } from "./addresses.ts"

type Typed = { source: string; code: string; target: string }
export type ReadRule =
  | { ok: true; rule: { source: string; target: string | null } }
  | { ok: false; errors: { source?: string; target?: string } }

/**
 * What a form or a line of a table says, as a rule is stored.
 *
 * @param publicUrl the site's own address, which hosts may write in front
 */
export function readRule({ source: from, code, target: to }: Typed, publicUrl: string): ReadRule {
  const source = readSource(from, publicUrl)
  if (code === "410")
    return source.ok
      ? { ok: true, rule: { source: source.source, target: null } }
      : { ok: false, errors: { source: source.problem } }
  // Whether it may have a star depends on the old one.
  const target = readTarget(to, publicUrl, source.ok ? source.source : "/*")
  if (source.ok && target.ok) return { ok: true, rule: { source: source.source, target: target.target } }
  return {
    ok: false,
    errors: {
      ...(!source.ok && { source: source.problem }),
      ...(!target.ok && { target: target.problem }),
    },
  }
}
