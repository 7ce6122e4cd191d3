const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** A text as it is written between tags, and in attributes in double quotes. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
