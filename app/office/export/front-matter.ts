/** What breaks a line, or is not to be printed, for readers of YAML. */
const UNPRINTED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** A text with what is known of it before it, as YAML: each value is JSON, which is YAML, too. */
export function withFrontMatter(fields: Record<string, unknown>, text: string) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${toYaml(value)}\n`)
  return `---\n${lines.join("")}---\n\n${text.trimEnd()}\n`
}

function toYaml(value: unknown) {
  return JSON.stringify(value ?? null).replace(
    UNPRINTED,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
