/** Bounces, as mail servers write them; all names are made up. */

type About = {
  /** The `Message-ID` of the letter. */
  id: string
  status?: string
  diagnostic?: string
  action?: string
}

const lines = (...parts: (string | string[])[]) => `${parts.flat().join("\r\n")}\r\n`

/** What a mail server gives back of a letter. */
const head = (id: string) => [
  "Return-Path: <lettres@cko.test>",
  "Received: from site.cko.test (site.cko.test [192.0.2.7])",
  "\tby relais.exemple.test (Postfix) with ESMTPS id 4XYZ12;",
  "\tMon, 23 Nov 2026 09:00:00 +0100 (CET)",
  "From: CKO <lettres@cko.test>",
  "To: awa@exemple.test",
  `Message-ID: ${id}`,
  "Subject: =?utf-8?Q?Le_mot_du_coin?=",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
]

const from = (who: string, subject: string) => [
  "Return-Path: <>",
  `From: ${who}`,
  "To: lettres@cko.test",
  `Subject: ${subject}`,
  "Date: Mon, 23 Nov 2026 09:00:05 +0100",
  "Auto-Submitted: auto-replied",
  "MIME-Version: 1.0",
]

export function postfix({ id, status = "5.1.1", diagnostic, action = "failed" }: About) {
  return lines(
    from("MAILER-DAEMON@relais.exemple.test (Mail Delivery System)", "Undelivered Mail Returned to Sender"),
    'Content-Type: multipart/report; report-type=delivery-status; boundary="4XYZ.1/relais"',
    "",
    "--4XYZ.1/relais",
    "Content-Description: Notification",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "The mail system could not deliver what is attached.",
    "",
    "--4XYZ.1/relais",
    "Content-Description: Delivery report",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; relais.exemple.test",
    "X-Postfix-Queue-ID: 4XYZ12",
    "Arrival-Date: Mon, 23 Nov 2026 09:00:00 +0100 (CET)",
    "",
    "Final-Recipient: rfc822; awa@exemple.test",
    "Original-Recipient: rfc822;awa@exemple.test",
    `Action: ${action}`,
    `Status: ${status}`,
    "Remote-MTA: dns; mx.exemple.test",
    "Diagnostic-Code: smtp; " +
      (diagnostic ?? `550 ${status} <awa@exemple.test>: Recipient address rejected:\r\n    User unknown`),
    "",
    "--4XYZ.1/relais",
    "Content-Description: Undelivered Message Headers",
    "Content-Type: text/rfc822-headers",
    "Content-Transfer-Encoding: 8bit",
    "",
    head(id),
    "",
    "--4XYZ.1/relais--",
  )
}

export function exchange({ id, status = "5.1.10", diagnostic }: About) {
  return lines(
    from("<postmaster@exemple.test>", "=?utf-8?B?Tm9uIHJlbWlzwqA6IExlIG1vdCBkdSBjb2lu?="),
    "Content-Language: fr-FR",
    "In-Reply-To: <autre@exemple.test>",
    "Content-Type: multipart/report; report-type=delivery-status;",
    '\tboundary="a1b2c3d4-0000-4000-8000-00000000000f"',
    "",
    "--a1b2c3d4-0000-4000-8000-00000000000f",
    'Content-Type: multipart/alternative; differences=Content-Type; boundary="dedans"',
    "",
    "--dedans",
    'Content-Type: text/plain; charset="utf-8"',
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("Votre message n’a pas pu être remis à awa@exemple.test.").toString("base64"),
    "",
    "--dedans",
    'Content-Type: text/html; charset="utf-8"',
    "",
    "<p>Votre message n’a pas pu être remis.</p>",
    "--dedans--",
    "",
    "--a1b2c3d4-0000-4000-8000-00000000000f",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns;AB1PR0.exemple.test",
    "Received-From-MTA: dns;site.cko.test",
    "Arrival-Date: Mon, 23 Nov 2026 08:00:00 +0000",
    "",
    "Final-Recipient: rfc822;awa@exemple.test",
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp;${diagnostic ?? `550 ${status} RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup`}`,
    "X-Display-Name: Awa",
    "",
    "",
    "--a1b2c3d4-0000-4000-8000-00000000000f",
    "Content-Type: message/rfc822",
    "",
    "Received: from AB2 by AB1",
    head(id),
    "",
    "Bonjour.",
    "--a1b2c3d4-0000-4000-8000-00000000000f--",
  )
}

export function gmail({ id, status = "4.2.2", diagnostic }: About) {
  return lines(
    from(
      "Mail Delivery Subsystem <mailer-daemon@googlemail.exemple.test>",
      "Delivery Status Notification (Failure)",
    ),
    "X-Failed-Recipients: awa@exemple.test",
    'Content-Type: multipart/report; boundary="000000000000aa"; report-type=delivery-status',
    "",
    "--000000000000aa",
    'Content-Type: multipart/related; boundary="000000000000bb"',
    "",
    "--000000000000bb",
    'Content-Type: multipart/alternative; boundary="000000000000cc"',
    "",
    "--000000000000cc",
    'Content-Type: text/plain; charset="UTF-8"',
    "",
    "** Remise impossible **",
    "--000000000000cc--",
    "--000000000000bb",
    'Content-Type: image/png; name="icon.png"',
    'Content-Disposition: attachment; filename="icon.png"',
    "Content-Transfer-Encoding: base64",
    "Content-ID: <icon.png>",
    "",
    "iVBORw0KGgo=",
    "--000000000000bb--",
    "",
    "--000000000000aa",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; googlemail.exemple.test",
    "",
    "Final-Recipient: rfc822; awa@exemple.test",
    "Action: failed",
    `Status: ${status}`,
    "Remote-MTA: dns; mx.exemple.test. (192.0.2.9, the server for the domain exemple.test.)",
    `Diagnostic-Code: smtp; ${diagnostic ?? `452-${status} The recipient is out of storage.\r\n 452 ${status} aide.exemple.test/12`}`,
    "Last-Attempt-Date: Mon, 23 Nov 2026 00:00:05 -0800 (PST)",
    "",
    "--000000000000aa",
    "Content-Type: message/rfc822",
    "",
    "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;",
    "        d=cko.test; s=podcast-1; b=AAAA",
    head(id),
    "",
    "Bonjour.",
    "--000000000000aa--",
  )
}

/** Exim says it in words only, unless it was told otherwise. */
export function exim({ id, diagnostic }: About) {
  return lines(
    from(
      "Mail Delivery System <Mailer-Daemon@exim.exemple.test>",
      "Mail delivery failed: returning message to sender",
    ),
    "X-Failed-Recipients: awa@exemple.test",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "This message was created automatically by mail delivery software.",
    "",
    "A message that you sent could not be delivered to its recipient.",
    "The following address failed:",
    "",
    "  awa@exemple.test",
    "    host mx.exemple.test [192.0.2.9]",
    `    SMTP error from remote mail server after RCPT TO:<awa@exemple.test>:`,
    `    ${diagnostic ?? "550 5.1.1 <awa@exemple.test>: user unknown"}`,
    "",
    "------ This is a copy of the message, including all the headers. ------",
    "",
    head(id),
    "",
    "Bonjour. 550 5.1.1 dans le texte.",
  )
}

export function qmail({ id, diagnostic }: About) {
  return lines(
    from("MAILER-DAEMON@qmail.exemple.test", "failure notice"),
    "",
    "Hi. This is the qmail-send program at qmail.exemple.test.",
    "I could not deliver your message to this address.",
    "",
    "<awa@exemple.test>:",
    diagnostic ?? "Sorry, no mailbox here by that name. (#5.1.1)",
    "",
    "--- Below this line is a copy of the message.",
    "",
    head(id),
    "",
    "Bonjour.",
  )
}

/** What a mail provider sends when somebody says that a letter is spam. */
export function complaint({ id, type = "abuse" }: { id: string; type?: string }) {
  return lines(
    from("Plaintes <fbl@exemple.test>", "FW: Le mot du coin"),
    'Content-Type: multipart/report; report-type=feedback-report; boundary="arf"',
    "",
    "--arf",
    "Content-Type: text/plain; charset=us-ascii",
    "",
    "This is an abuse report for a message from 192.0.2.7.",
    "",
    "--arf",
    "Content-Type: message/feedback-report",
    "",
    `Feedback-Type: ${type}`,
    "User-Agent: Retour/1.0",
    "Version: 1",
    "Original-Mail-From: <lettres@cko.test>",
    "Source-IP: 192.0.2.7",
    "",
    "--arf",
    "Content-Type: message/rfc822",
    "Content-Disposition: inline",
    "",
    head(id),
    "",
    "Bonjour.",
    "--arf--",
  )
}

/** Somebody is away, and has their mail program say so. */
export function awayNote({ id }: About) {
  return lines(
    from("Awa <awa@exemple.test>", "Absente du bureau"),
    `In-Reply-To: ${id}`,
    `References: ${id}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    `De retour lundi. 550 5.1.1 user unknown. Message-ID: ${id}`,
  )
}
