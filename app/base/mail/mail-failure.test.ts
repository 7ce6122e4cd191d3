import { expect, test } from "vitest"
import { explainMailFailure } from "./mail-failure.copy.ts"
import { reasonOf } from "./mail-outcomes.server.ts"

test.each<[Parameters<typeof explainMailFailure>[0], string]>([
  [{ code: "EAUTH", command: "AUTH PLAIN", responseCode: 535 }, "l’identifiant ou le mot de passe"],
  [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 550 }, "refuse l’adresse du destinataire"],
  [{ code: "EENVELOPE", command: "RCPT TO", responseCode: 451 }, "à plus tard"],
  [{ code: "EENVELOPE", command: "MAIL FROM", responseCode: 553 }, "de l’expéditeur"],
  [{ code: "EENVELOPE", command: "API" }, "n’est pas valable"],
  [{ code: "ECONNECTION", command: "CONN" }, "n’a pas répondu"],
  [{ code: "ESOCKET" }, "n’a pas répondu"],
  [{ code: "ETIMEDOUT" }, "n’a pas répondu"],
  [{ code: "ETLS" }, "connexion chiffrée"],
  [{ code: "ENOSPC" }, "sur le disque"],
  [{ code: "EMESSAGE", command: "DATA", responseCode: 554 }, "refuse cet e-mail"],
  [{ code: "EMESSAGE", command: "DATA", responseCode: 452 }, "réponse\u00a0452"],
  [{ code: "EWHATEVER" }, "(EWHATEVER)"],
  [{}, "L’envoi a échoué."],
  [null, "L’envoi a échoué."],
])("31.3 why a mail failed is said in our words: %j", (failure, text) => {
  expect(explainMailFailure(failure)).toContain(text)
})

test.each<[unknown, object]>([
  [
    { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535, response: "535 awa" },
    { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535 },
  ],
  [{ code: "awa@cko.test", command: "RCPT TO:<awa@cko.test>", responseCode: "535" }, {}],
  [{ code: 7, command: null }, {}],
  [new Error("awa@cko.test refused"), {}],
  ["a text", {}],
])("of an error only codes are kept: %j", (error, kept) => {
  expect(reasonOf(error)).toEqual(kept)
})
