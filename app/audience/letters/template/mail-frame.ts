import { escapeHtml } from "#app/kit/lib/escape-html.ts"
import { type MailColours, type MailLook, POSTER, READING } from "./mail-look.ts"
import { placeOf } from "./personal-links.ts"

export type Frame = {
  title: string
  previewText: string
  isArchived: boolean
  podcast: { name: string; home: string; logo: { src: string; width: number; height: number } | undefined }
  /** Why it was received, and who sends it from where, in lines. */
  reason: string
  sender: string[]
}

/** A whole letter around its body, already HTML: tables where Word needs them, styles on each element, dark where that is asked for. */
export function mailDocument(frame: Frame, body: string, look: MailLook) {
  const { light, head } = look
  const title = escapeHtml(frame.title)
  const online = frame.isArchived
    ? `<p class="c-dim" style="${SMALL}margin:0 0 14px;color:${light.dim};">${footerLink("online", "Lire cette lettre en ligne", light)}</p>`
    : ""
  return `<!DOCTYPE html>
<html lang="fr">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { -webkit-text-size-adjust: 100%; }
@media (max-width: 480px) {
  .m-pad { padding-left: 18px !important; padding-right: 18px !important; }
  .m-out { padding: 0 !important; }
}
</style>
<style>
${darkStyles(look.dark)}
</style>
</head>
<body class="c-ground" style="margin:0;padding:0;background-color:${light.ground};word-wrap:break-word;">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(frame.previewText)}${frame.previewText ? FILLER : ""}</div>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" bgcolor="${light.ground}" class="c-ground" style="width:100%;background-color:${light.ground};">
<tr><td align="center" class="m-out" style="padding:24px 12px;">
<!--[if mso]><table role="presentation" cellpadding="0" cellspacing="0" border="0" width="600" align="center"><tr><td><![endif]-->
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" align="center" style="width:100%;max-width:600px;table-layout:fixed;">
<tr><td bgcolor="${head.ground}" align="left" class="m-pad" style="padding:22px 32px;background-color:${head.ground};border-bottom:3px solid ${head.rope};">${mark(frame.podcast, head.text)}</td></tr>
${rope(head)}${rope(head)}<tr><td bgcolor="${light.sheet}" align="left" class="c-sheet m-pad" style="padding:30px 32px 12px;background-color:${light.sheet};">
<h1 class="c-text" style="margin:0 0 22px;font-family:${POSTER};font-size:34px;line-height:1.15;font-weight:bold;color:${light.text};">${title}</h1>
${body}</td></tr>
<tr><td align="left" class="m-pad" style="padding:22px 32px 30px;">
${online}<p class="c-dim" style="${SMALL}margin:0 0 14px;color:${light.dim};">${escapeHtml(frame.reason)}<br />
${footerLink("preferences", "Choisir ce que je reçois", light)} · ${footerLink("unsubscribe", "Me désabonner", light)}</p>
<p class="c-dim" style="${SMALL}margin:0;color:${light.dim};">${frame.sender.map(escapeHtml).join("<br />\n")}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`
}

const SMALL = `font-family:${READING};font-size:14px;line-height:1.5;`

/** Otherwise mail programs go on with the letter's first words behind a short preview text. */
const FILLER = "&#847;&zwnj;&nbsp;".repeat(80)

/** The second and the third of the ring: the first is the head's own border. */
function rope({ ground, rope: colour }: MailLook["head"]) {
  return `<tr><td bgcolor="${ground}" height="4" style="height:4px;padding:0;font-size:1px;line-height:4px;background-color:${ground};border-bottom:3px solid ${colour};">&nbsp;</td></tr>\n`
}

function mark({ name, home, logo }: Frame["podcast"], colour: string) {
  const style = `font-family:${POSTER};font-size:34px;line-height:1.1;font-weight:bold;text-transform:uppercase;color:${colour};text-decoration:none;`
  const sign = logo
    ? `<img src="${escapeHtml(logo.src)}" alt="${escapeHtml(name)}" width="${logo.width}" height="${logo.height}" style="display:block;border:0;max-width:100%;${style}" />`
    : escapeHtml(name)
  return `<a href="${escapeHtml(home)}" style="${style}">${sign}</a>`
}

function footerLink(link: "online" | "preferences" | "unsubscribe", words: string, { text }: MailColours) {
  return `<a class="c-text" href="${placeOf(link, "html")}" style="color:${text};text-decoration:underline;">${words}</a>`
}

/** What of the light appearance changes: for programs that say so, and for Outlook's own on the web and on phones. */
function darkStyles(dark: MailColours) {
  const rules: [string, string][] = [
    ["c-ground", `background-color: ${dark.ground} !important;`],
    ["c-sheet", `background-color: ${dark.sheet} !important;`],
    ["c-raised", `background-color: ${dark.raised} !important;`],
    ["c-text", `color: ${dark.text} !important;`],
    ["c-dim", `color: ${dark.dim} !important;`],
    ["c-link", `color: ${dark.link} !important;`],
    ["c-line", `border-color: ${dark.line} !important;`],
  ]
  const preferred = rules.map(([name, style]) => `  .${name} { ${style} }`)
  const outlook = rules.map(([name, style]) => `[data-ogsc] .${name} { ${style} }`)
  return `${DARK_QUERY} {\n${preferred.join("\n")}\n}\n${outlook.join("\n")}`
}

/** What the preview turns on and off. */
export const DARK_QUERY = "@media (prefers-color-scheme: dark)"
