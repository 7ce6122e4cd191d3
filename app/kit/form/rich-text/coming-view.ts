import type { Progress, Transfer } from "../media-source.ts"
import { make } from "./views.ts"

type Shown = Extract<Progress, { phase: "moving" | "failed" }>

/** What stands where a medium will be: how far it is, or why it does not come, and what one can do about it. */
export function comingView({ name, retry, cancel }: Transfer) {
  const ring = make("span", "rich-ring")
  ring.role = "progressbar"
  ring.ariaLabel = name
  const says = make("span")
  const problem = make("span", "text-blood-dark")
  problem.role = "status"
  const again = button("Réessayer", name, retry)
  const away = button("Annuler", name, cancel)
  const words = make("div", "rich-coming-words", make("strong", "", name), says, problem)
  const dom = make("div", "rich-coming", ring, words, again.button, away.button)
  let shown: Shown = { phase: "moving", says: "" }

  const show = (progress: Shown) => {
    const hasFailed = progress.phase === "failed"
    const hadFocus = again.button === document.activeElement
    shown = progress
    ring.hidden = hasFailed
    says.textContent = hasFailed ? "" : progress.says
    problem.textContent = hasFailed ? progress.says : ""
    again.button.hidden = !hasFailed || !progress.canRetry
    away.word.textContent = hasFailed ? "Retirer" : "Annuler"
    if (hadFocus && again.button.hidden) away.button.focus()
    if (!hasFailed) turn(ring, progress)
  }
  show(shown)
  return { dom, show, isMoving: () => shown.phase === "moving" }
}

/** Without a value it turns: nobody knows how long that takes. */
function turn(ring: HTMLElement, { says, share }: { says: string; share?: number }) {
  ring.ariaValueNow = share === undefined ? null : String(Math.round(share * 100))
  ring.ariaValueText = says
  ring.style.setProperty("--share", String(share ?? 0))
}

function button(text: string, name: string, run: () => void) {
  const word = make("span", "", text)
  const element = make("button", "office-button", word, make("span", "sr-only", `\u00a0: ${name}`))
  element.type = "button"
  element.addEventListener("click", run)
  return { button: element, word }
}
