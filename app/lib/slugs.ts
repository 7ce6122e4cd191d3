/** True for what can be a slug at all: lower-case words joined by single hyphens. */
export function isSlug(value: string) {
  return value.length <= 200 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)
}
