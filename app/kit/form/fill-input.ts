/** Puts a value into an uncontrolled field as if it was typed: the form, and what keeps drafts, hear of it. */
export function fillInput(input: HTMLInputElement | HTMLTextAreaElement, value: string) {
  input.value = value
  input.dispatchEvent(new Event("input", { bubbles: true }))
}
