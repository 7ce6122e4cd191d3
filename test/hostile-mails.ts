import type { MakeText } from "./hostile-texts.ts"
import { complaint, postfix, qmail } from "./bounced-mails.ts"

const FROM = "Return-Path: <>\r\nFrom: MAILER-DAEMON@exemple.test\r\nMIME-Version: 1.0\r\n"
const fill = (unit: string, length: number) => unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const mail =
  (type: string, unit: string, { head = "", before = "", after = "" } = {}): MakeText =>
  (length) =>
    `${FROM}Content-Type: ${type}\r\n${head}\r\n${before}${fill(unit, length)}${after}`
const REPORT = 'multipart/report; report-type=delivery-status; boundary="b"'
const inReport = (type: string, unit: string, head = "") =>
  mail(REPORT, unit, { before: `--b\r\nContent-Type: ${type}\r\n${head}\r\n` })

/** Mails that anybody may write to the bounce mailbox, and that have stopped readers of mails, or could. */
export const HOSTILE_MAILS: Record<string, MakeText> = {
  "HTML of spaces": mail("text/html", " ", { before: "<p>a", after: "b" }),
  "HTML of tags": mail("text/html", "<p>a"),
  "flowed lines": mail("text/plain; format=flowed; delsp=yes", "a \r\n"),
  "flowed quotations": mail("text/plain; format=flowed", "> \r\n"),
  "empty parts": mail(REPORT, "--b\r\n"),
  "empty parts with heads": mail(REPORT, "--b\r\n\r\n"),
  "lines that begin like a boundary": mail(REPORT, "--bb\r\n"),
  "a boundary and spaces": mail(REPORT, " ", { before: "--b", after: "a" }),
  "boundaries and spaces": mail(REPORT, `--b${" ".repeat(100)}a\r\n`),
  "ends of parts": mail(REPORT, "--b--\r\n"),
  "parts within parts": mail(REPORT, '--b\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'),
  "parts within parts of their own": (length) =>
    `${FROM}${Array.from({ length: length / 60 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`).join("\r\n")}`,
  "mails within mails": inReport("message/rfc822", "Content-Type: message/rfc822\r\n\r\n"),
  "a head of folded lines": mail("text/plain", " a\r\n", { head: "X: a\r\n" }),
  "a head of fields": mail("text/plain", "a", { head: fill("X: a\r\n", 100_000) }),
  "a type of semicolons": (length) => `${FROM}Content-Type: multipart/report${fill("; ", length)}\r\n\r\na`,
  "a type of boundaries": (length) =>
    `${FROM}Content-Type: multipart/report${fill(";boundary =", length)}\r\n\r\na`,
  "statuses without end": inReport("message/delivery-status", "Action: failed\r\n\r\n"),
  "a status of spaces": inReport("message/delivery-status", "\r\n ", "X: a\r\n"),
  "a diagnostic of codes": inReport(
    "message/delivery-status",
    "5.1.",
    "\r\nAction: failed\r\nDiagnostic-Code: ",
  ),
  "a diagnostic of words": inReport(
    "message/delivery-status",
    "user mailbox ",
    "\r\nAction: failed\r\nStatus: 5.7.1 ",
  ),
  "a quoted status": inReport(
    "message/delivery-status",
    "= ",
    "Content-Transfer-Encoding: quoted-printable\r\n",
  ),
  "an encoded status": inReport(
    "message/delivery-status",
    "QUFB\r\n",
    "Content-Transfer-Encoding: base64\r\n",
  ),
  "a complaint of folded lines": (length) =>
    complaint({ id: "<a@b>" }).replace("Feedback-Type: ", `Feedback-Type: ${fill("\r\n ", length)}`),
  "a copy's mark again and again": (length) => qmail({ id: "<a@b>", diagnostic: fill("---\r\n", length) }),
  "a copy's mark without end": (length) =>
    qmail({ id: "<a@b>" }).replace(
      "Hi. ",
      `${fill("-", length)}\r\nThis message was created automatically by mail delivery software\r\n`,
    ),
  "letters without end": (length) => postfix({ id: fill("letter-1-", length) }),
}
