/** XML that is ready to be written: only the functions of this file make it of texts. */
export type Xml = string & { readonly xml: unique symbol }

type Attributes = Record<string, string | number | null | undefined>

/** What no XML 1.0 may hold, not even as a reference, and halves of characters (https://www.w3.org/TR/xml/#charsets). */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const SPECIAL = /[&<>"'\t\n\r]/g
const REFERENCES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

/**
 * Any text as XML that says just that, between tags as within quotes; what XML cannot hold is left out. HTML goes through it
 * like all else: escaped it means what it means in a CDATA section, which a text can end.
 */
export function escapeXml(text: string, isAttribute = false) {
  return text.replace(FORBIDDEN, "").replace(SPECIAL, (sign) => {
    const reference = REFERENCES[sign]
    if (reference) return reference
    // Readers turn white space of attributes into spaces, and the returns of texts into line ends.
    return isAttribute || sign === "\r" ? `&#${sign.charCodeAt(0)};` : sign
  }) as Xml
}

/**
 * The same in CDATA sections, for readers that look for these instead of reading XML; where the text would end one, another begins.
 * What XML cannot hold is left out.
 */
export function cdata(text: string) {
  return `<![CDATA[${text.replace(FORBIDDEN, "").replaceAll("]]>", "]]]]><![CDATA[>")}]]>` as Xml
}

/** An element with XML in it. @param content without any, it closes itself; attributes without a value are left out */
export function element(name: string, attributes: Attributes, content: Xml[] = []) {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === null || value === undefined || value === ""
      ? ""
      : ` ${attribute}="${escapeXml(`${value}`, true)}"`,
  )
  const start = `<${name}${written.join("")}`
  return (content.length === 0 ? `${start}/>` : `${start}>${content.join("")}</${name}>`) as Xml
}

/** An element with a text in it, and none where there is nothing to say. */
export function textElement(
  name: string,
  text: string | number | null | undefined,
  attributes: Attributes = {},
) {
  const said = `${text ?? ""}`.replace(FORBIDDEN, "")
  return said.trim() === "" ? ("" as Xml) : element(name, attributes, [escapeXml(said)])
}
