import { type CheckState, STATES } from "#app/kit/ui/check-state.ts"

export type Fact = {
  label: string
  value: string
  /** Personal: shown on the page, and not in the report that one passes on. */
  isPrivate?: boolean
}

/** One part of the site: how it is, and what to do about it. */
export type Check = {
  /** In the page's address, for links that lead to it. */
  id: string
  title: string
  state: CheckState
  summary: string
  /** What to do; missing where there is nothing to do. */
  advice?: string
  /** What has to be done on the server, in its own words. */
  onServer?: string
  facts: Fact[]
}

export type Problem = Pick<Check, "state" | "summary" | "onServer"> & { advice: string }

/** What to do about what only who runs the server can mend. */
export const ON_SERVER = "Transmettez ce qui est sous «\u00a0Avancé\u00a0» à qui tient votre serveur."

/** How a part is that may have several problems, and what to do about them, each thing once. @param good what is said without any */
export function summaryOf(problems: Problem[], good: string) {
  const joined = (texts: (string | undefined)[]) => [...new Set(texts)].filter(Boolean).join(" ") || undefined
  return {
    state: worstOf(problems.map(({ state }) => state)),
    summary: problems.map(({ summary }) => summary).join(" ") || good,
    advice: joined(problems.map(({ advice }) => advice)),
    onServer: joined(problems.map(({ onServer }) => onServer)),
  }
}

/** The worst of several states. */
export function worstOf(states: CheckState[]): CheckState {
  return STATES.find((state) => states.includes(state)) ?? "good"
}

/** What is broken first, otherwise in the order given. */
export function inOrderOfNeed(checks: Check[]) {
  return STATES.flatMap((state) => checks.filter((check) => check.state === state))
}

/** « 2 points à corriger, 1 à voir. » */
export function summarize(checks: Check[]) {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length
  const [fix, look] = [count("fix"), count("look")]
  if (fix === 0 && look === 0) return "Tout va bien."
  const points = (n: number) => `${n} point${n > 1 ? "s" : ""}`
  if (fix === 0) return `${points(look)} à voir. Rien n’est cassé.`
  return look === 0 ? `${points(fix)} à corriger.` : `${points(fix)} à corriger, ${look} à voir.`
}

/** A check that could not be made. */
export function unknownCheck(id: string, title: string, isLate: boolean): Check {
  return {
    id,
    title,
    state: "fix",
    summary: isLate ? "Pas de réponse dans le temps accordé." : "Cette vérification a échoué.",
    advice: isLate
      ? "Rechargez la page dans un instant. Si rien ne change, redémarrez ce qui ne répond pas."
      : "Rechargez la page dans un instant. Si rien ne change, lisez le journal technique du site.",
    facts: [],
  }
}
