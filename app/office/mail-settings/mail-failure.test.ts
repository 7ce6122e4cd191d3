import { expect, test } from "vitest"
import { explainMailError, type MailError } from "./mail-failure.ts"

const CASES: [string, MailError][] = [
  [
    "Identifiant ou mot de passe refusé",
    { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535, response: "535 5.7.8 bad" },
  ],
  ["Identifiant ou mot de passe refusé", { code: "EAUTH", command: "AUTH LOGIN", responseCode: 534 }],
  [
    "Le serveur d’envoi demande de s’identifier",
    { code: "EAUTH", message: 'Missing credentials for "PLAIN"' },
  ],
  [
    "Le serveur d’envoi demande de s’identifier",
    {
      code: "EENVELOPE",
      command: "MAIL FROM",
      responseCode: 530,
      response: "530 5.7.0 Authentication required",
    },
  ],
  [
    "La connexion chiffrée n’a pas abouti",
    { code: "EENVELOPE", responseCode: 530, response: "530 Must issue a STARTTLS command first" },
  ],
  [
    "Le serveur d’envoi demande de réessayer plus tard",
    { code: "EAUTH", command: "AUTH PLAIN", responseCode: 454 },
  ],
  [
    "Le serveur d’envoi refuse de transmettre cet e-mail",
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 5.7.1 Unable to relay" },
  ],
  [
    "Le serveur d’envoi refuse de transmettre cet e-mail",
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 554, response: "554 Relay access denied" },
  ],
  [
    "Le serveur d’envoi refuse le destinataire",
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 550, response: "550 No such user" },
  ],
  [
    "Le serveur d’envoi refuse l’adresse de l’expéditeur",
    { code: "EENVELOPE", command: "MAIL FROM", responseCode: 553, response: "553 not yours" },
  ],
  [
    "Le serveur d’envoi demande de réessayer plus tard",
    { code: "EENVELOPE", command: "RCPT TO", responseCode: 451, response: "451 4.7.1 Greylisted" },
  ],
  ["Le serveur d’envoi demande de réessayer plus tard", { code: "ECONNECTION", responseCode: 421 }],
  ["Le serveur d’envoi a refusé l’e-mail", { code: "EMESSAGE", command: "DATA", responseCode: 554 }],
  ["Le serveur d’envoi refuse la connexion", { code: "ESOCKET", originalCode: "ECONNREFUSED" }],
  ["Le serveur d’envoi est hors d’atteinte", { code: "ESOCKET", originalCode: "ENETUNREACH" }],
  ["Ce serveur d’envoi n’existe pas", { code: "EDNS", originalCode: "ENOTFOUND" }],
  ["Le serveur d’envoi ne répond pas", { code: "ETIMEDOUT" }],
  ["Le serveur d’envoi ne répond pas", { code: "EABORT" }],
  [
    "Le certificat du serveur d’envoi n’est pas valable",
    { code: "ESOCKET", originalCode: "DEPTH_ZERO_SELF_SIGNED_CERT" },
  ],
  [
    "Le certificat du serveur d’envoi n’est pas valable",
    { code: "ESOCKET", originalCode: "ERR_TLS_CERT_ALTNAME_INVALID" },
  ],
  [
    "Le certificat du serveur d’envoi n’est pas valable",
    { code: "ESOCKET", originalCode: "CERT_HAS_EXPIRED" },
  ],
  ["La connexion chiffrée n’a pas abouti", { code: "ESOCKET", originalCode: "ERR_SSL_WRONG_VERSION_NUMBER" }],
  ["La connexion chiffrée n’a pas abouti", { code: "ETLS", command: "STARTTLS" }],
  ["Le serveur d’envoi a coupé la connexion", { code: "ECONNECTION" }],
  ["Le serveur d’envoi a coupé la connexion", { code: "EPROTOCOL", response: "HTTP/1.1 400 Bad Request" }],
  ["L’e-mail n’est pas parti", {}],
]

test.each(CASES)("a mail that did not leave is explained: %s (%#)", (title, error) => {
  expect(explainMailError(error).title).toBe(title)
})

test("a mail that did not leave is explained with what the server said, on one line and short", () => {
  const { answer } = explainMailError({ response: `550-non\r\n550 \u0007 ${"x".repeat(5_000)}` })
  expect(answer).toMatch(/^550-non 550 x+…$/)
  expect(answer.length).toBe(301)
})

test.each([
  ["SSH-2.0-OpenSSH_9.2p1", ""],
  ["HTTP/1.1 400 Bad Request\r\nServer: intranet", ""],
  ["-ERR wrong number of arguments", ""],
  ["220 mail.test\r\nredis_version:7", "220 mail.test"],
  ["5501 non", ""],
])("of what answered « %s » only a mail server's lines are shown", (response, answer) => {
  const error = { code: "EPROTOCOL", response, message: `Invalid greeting. response=${response}` }
  expect(explainMailError(error).answer).toBe(answer)
})
