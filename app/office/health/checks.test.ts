import { describe, expect, test } from "vitest"
import { type Check, inOrderOfNeed, summarize, unknownCheck, worstOf } from "./check.ts"
import { checkClock, checkDatabase, checkVersions } from "./database-checks.ts"
import { checkMail } from "./mail-check.ts"
import { checkMediaQueue, checkProcesses, spellSpan } from "./running-checks.ts"
import { checkBounces } from "./bounces-check.ts"
import { checkTranscription } from "./transcription-check.ts"
import { checkBackup, checkElsewhere, checkStorage, judgeSpace } from "./storage-checks.ts"
import { checkUploads } from "./upload-check.ts"

const NOW = new Date("2026-11-23T12:00:00Z")
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const GB = 1e9

/** A state, and a piece of what is said. */
type Told = [Check["state"], string]

const told = ({ state, summary, advice }: Check) => ({
  state,
  text: `${summary} ${advice ?? ""}`,
  isAdvised: advice !== undefined,
})

/** Whatever is not well says what to do. */
const as = ([state, text]: Told) => ({
  state,
  text: expect.stringContaining(text),
  isAdvised: state === "fix" || state === "look",
})

const schema = { name: "0012_overview", pending: 0, isNewer: false }
const versions = { site: "1.0.0", node: "24.1.0", postgresql: "18.4", schema }

describe("the program that writes down what is said", () => {
  const queue = { waiting: 0, working: 0, failed: 0 }
  const program = { name: "/opt/whisper-cli", isThere: true }
  test.each<[string, Parameters<typeof checkTranscription>, Told]>([
    ["is none", [undefined, queue], ["unset", "se font à la main"]],
    ["has nothing to do", [program, queue], ["good", "Rien n’attend"]],
    ["works", [program, { ...queue, working: 1 }], ["good", "en cours"]],
    ["is not there", [{ ...program, isThere: false }, queue], ["fix", "introuvable"]],
    ["failed once", [program, { ...queue, failed: 1 }], ["look", "Une transcription a échoué"]],
    ["failed often", [program, { ...queue, failed: 3 }], ["look", "3 transcriptions ont échoué"]],
  ])("%s", (_what, [found, counts], expected) =>
    expect(told(checkTranscription(found, counts))).toEqual(as(expected)),
  )
})

describe("what stands before the site", () => {
  test.each<[string, number | undefined, Told]>([
    ["lets parts in", 8 * 1024 ** 2, ["good", "Rien devant le site"]],
    ["lets less in", 1024 ** 2, ["look", "client_max_body_size 100m"]],
    ["lets nothing in", 0, ["fix", "aucun fichier"]],
    ["could not be asked", undefined, ["good", "n’a pas pu"]],
  ])("%s", (_what, bytes, expected) => expect(told(checkUploads(bytes))).toEqual(as(expected)))
})

const reading = { lookedAt: ago(1), found: 12, failures: 0, failure: null }
const closed = { title: "La boîte refuse le mot de passe", advice: "Tapez-le à nouveau." }

describe("the bounce mailbox", () => {
  test.each<[string, Parameters<typeof checkBounces>[0], Told]>([
    ["is none", null, ["unset", "Aucune boîte"]],
    ["is read", reading, ["good", "est lue"]],
    ["was away for a moment", { ...reading, failures: 2, failure: closed }, ["good", "est lue"]],
    ["is closed", { ...reading, failures: 3, failure: closed }, ["look", "mot de passe. Tapez"]],
  ])("%s", (_what, found, expected) => expect(told(checkBounces(found, NOW))).toEqual(as(expected)))
})

const NEWER = { version: "1.2.0", date: "2026-12-03" }

describe("31.10 versions", () => {
  test.each<[string, Partial<Parameters<typeof checkVersions>[0]>, Told]>([
    ["as it should be", {}, ["good", "vont ensemble"]],
    ["the oldest database", { postgresql: "15.0 (Debian 15.0-1)" }, ["good", ""]],
    ["an older one", { postgresql: "14.12" }, ["fix", "trop ancien"]],
    ["a schema that waits", { schema: { ...schema, pending: 1 } }, ["fix", "Redémarrez"]],
    ["several", { schema: { ...schema, pending: 3 } }, ["fix", "3 mises à jour"]],
    ["since when", { since: NOW }, ["good", "1.0.0, depuis le 23 novembre 2026 à 13:00."]],
    [
      "a newer one is out",
      { newer: NEWER },
      ["look", "1.2.0 est sortie le 3 décembre 2026. Ici\u00a0: 1.0.0."],
    ],
    ["of no day", { newer: { ...NEWER, date: "" } }, ["look", "1.2.0 est sortie. Ici"]],
    ["and it does not run well", { newer: NEWER, postgresql: "14.12" }, ["fix", "trop ancien"]],
    ["a newer schema", { schema: { ...schema, isNewer: true } }, ["fix", "Mettez ce serveur à jour"]],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkVersions({ ...versions, ...changed }))).toEqual(as(expected)),
  )
})

const database = { isEmbedded: true, bytes: 12e6, used: 11, most: 250, latencyMs: 2 }

describe("database", () => {
  test.each<[string, Partial<Parameters<typeof checkDatabase>[0]>, Told]>([
    ["as it should be", {}, ["good", "répond"]],
    ["a replica", { replica: "used" }, ["good", "répond"]],
    ["one that lags", { replica: "late" }, ["look", "Sa réplique\u00a0: en retard."]],
    ["one that is gone", { replica: "gone" }, ["look", "DATABASE_READ_URL"]],
    ["none", { replica: "foreign" }, ["look", "pas une réplique de cette base"]],
    ["many connections", { used: 90, most: 100 }, ["look", "max_connections"]],
    ["slow", { latencyMs: 300 }, ["look", "longtemps"]],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkDatabase({ ...database, ...changed }))).toEqual(as(expected)),
  )
})

describe("clock", () => {
  test.each<[number, Told]>([
    [0, ["good", "même heure"]],
    [-1_999, ["good", ""]],
    [2_500, ["look", "avance de 2,5"]],
    [-19_999, ["look", "retarde de 20"]],
    [3_600_000, ["fix", "NTP"]],
  ])("%d ms ahead", (aheadMs, expected) => expect(told(checkClock(aheadMs, NOW))).toEqual(as(expected)))
})

test.each<[number, number, Check["state"]]>([
  [500 * GB, 1_000 * GB, "good"],
  [10 * GB, 1_000 * GB, "good"],
  [9.9 * GB, 1_000 * GB, "look"],
  [0.9 * GB, 1_000 * GB, "fix"],
  [3 * GB, 20 * GB, "good"],
  [1.9 * GB, 20 * GB, "look"],
  [0.9 * GB, 20 * GB, "fix"],
  // A disk of a gigabyte can be well, too.
  [0.5 * GB, 1 * GB, "good"],
  [0.04 * GB, 1 * GB, "fix"],
  [0.09 * GB, 0.1 * GB, "fix"],
  [0, 0, "good"],
])("of a disk with %d of %d bytes left is said: %s", (free, total, state) => {
  expect(judgeSpace({ free, total })).toBe(state)
})

const storage = { disk: { free: 500 * GB, total: 1_000 * GB, isWritable: true }, usedBytes: 0 }
const bucket = { host: "s3.test", name: "cko" }

describe("storage", () => {
  test.each<[string, Partial<Parameters<typeof checkStorage>[0]>, Told]>([
    ["as it should be", {}, ["good", ""]],
    ["a bucket that answers", { bucket }, ["good", ""]],
    ["one that does not", { bucket: { ...bucket, failure: "réponse 403" } }, ["fix", "réponse 403"]],
    ["a full disk", { disk: { ...storage.disk, free: 1e6 } }, ["fix", "1\u00a0Mo"]],
    [
      "a disk that takes nothing",
      { disk: { ...storage.disk, isWritable: false } },
      ["fix", "écrire dans son dossier"],
    ],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkStorage({ ...storage, ...changed }))).toEqual(as(expected)),
  )
})

const backup = { isEmbedded: true, uptimeSeconds: 90_000 }
const copy = { bytes: 1_000, place: "ici" }

describe("copies", () => {
  test.each<[string, Partial<Parameters<typeof checkBackup>[0]>, Told]>([
    ["of today", { copy: { ...copy, at: ago(10) } }, ["good", "ailleurs"]],
    ["nearly two days old", { copy: { ...copy, at: ago(47.9) } }, ["good", ""]],
    ["older", { copy: { ...copy, at: ago(48.1) } }, ["fix", "plus de deux jours"]],
    ["older, of a server", { isEmbedded: false, copy: { ...copy, at: ago(50) } }, ["fix", "chaque jour"]],
    ["none", {}, ["fix", "aucune copie"]],
    ["none yet", { uptimeSeconds: 30 }, ["good", "minutes"]],
    ["none of a server", { isEmbedded: false }, ["look", "npm run backup"]],
    [
      "one that was restored for a trial",
      { copy: { ...copy, at: ago(10) }, judged: { at: ago(1), isGood: true } },
      ["good", "jours"],
    ],
    [
      "one that does not restore",
      { copy: { ...copy, at: ago(10) }, judged: { at: ago(1), isGood: false } },
      ["fix", "ne se restaure pas. Faites-en une autre"],
    ],
    [
      "one that could not be verified",
      { copy: { ...copy, at: ago(10) }, isPostponed: true },
      ["look", "pas pu être vérifiée"],
    ],
    [
      "one that a server's role cannot verify",
      { copy: { ...copy, at: ago(10) }, isPostponed: true, isEmbedded: false },
      ["good", ""],
    ],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkBackup({ ...backup, ...changed }, NOW))).toEqual(as(expected)),
  )
})

describe("the copies elsewhere", () => {
  const away = { isSet: true, isEmbedded: true, uptimeSeconds: 90_000 }
  const sent = { at: ago(10), missing: 0 }
  const verified = { sent, verifiedAt: ago(10) }
  test.each<[string, Parameters<typeof checkElsewhere>[0], Told]>([
    ["are not set", { ...away, isSet: false }, ["unset", "ailleurs que sur cette machine"]],
    ["are of today", { ...away, ...verified }, ["good", "gardée ailleurs"]],
    ["are of today, though the last try failed", { ...away, ...verified, failure: "Panne." }, ["good", ""]],
    [
      "are older",
      { ...away, sent: { ...sent, at: ago(48.1) } },
      ["fix", "plus de deux jours. Le site réessaie"],
    ],
    [
      "are older for a reason",
      { ...away, sent: { ...sent, at: ago(50) }, failure: "Panne." },
      ["fix", "jours. Panne."],
    ],
    [
      "are of today, and the last verified one is older",
      { ...away, sent, verifiedAt: ago(48.1) },
      ["fix", "La dernière copie vérifiée ailleurs a plus de deux jours."],
    ],
    ["are of today, and none was ever verified", { ...away, sent }, ["fix", "n’est encore vérifiée"]],
    ["are of today, and the site just began", { ...away, sent, uptimeSeconds: 100 }, ["good", ""]],
    ["are of a server, where none is verified", { ...away, sent, isEmbedded: false }, ["good", ""]],
    ["lack media", { ...away, ...verified, sent: { ...sent, missing: 2 } }, ["look", "(2)"]],
    ["are none yet", { ...away, uptimeSeconds: 100 }, ["good", "dans l’heure"]],
    [
      "are none, for a reason",
      { ...away, failure: "Panne." },
      ["fix", "Aucune copie n’est encore arrivée ailleurs. Panne."],
    ],
    ["are none after a day", away, ["fix", "Aucune"]],
  ])("%s", (_what, found, expected) => expect(told(checkElsewhere(found, NOW))).toEqual(as(expected)))
})

const mailing = {
  server: "smtp.test:587",
  asked: { outcome: "done" },
  waiting: 0,
  late: 0,
  failed: 0,
} as const
const refused = { code: "EAUTH", command: "AUTH PLAIN", responseCode: 535 }

describe("mail", () => {
  test.each<[string, Partial<Parameters<typeof checkMail>[0]>, Told]>([
    ["as it should be", {}, ["good", "répond"]],
    ["no server", { server: undefined, asked: undefined }, ["look", "Réglages, Newsletter et e-mails"]],
    ["a server that is silent", { asked: { outcome: "late" } }, ["fix", "ne répond pas"]],
    ["one that refuses us", { asked: { outcome: "failed", failure: refused } }, ["fix", "mot de passe"]],
    ["mails given up", { failed: 3 }, ["look", "3 e-mails n’ont pas pu être envoyés"]],
    ["one given up", { failed: 1 }, ["look", "Un e-mail n’a pas pu être envoyé"]],
    ["many given up", { failed: 1_001 }, ["look", "Plus de 1000 e-mails"]],
    ["mails that wait for long", { waiting: 9, late: 2 }, ["look", "2 e-mails attendent"]],
    ["mails that wait", { waiting: 9 }, ["good", ""]],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkMail({ ...mailing, ...changed }, NOW))).toEqual(as(expected)),
  )
})

const queue = { waiting: 0, working: 0, failed: 0, waitsFor: 0 }

describe("media", () => {
  test.each<[string, Partial<typeof queue>, Told]>([
    ["nothing", {}, ["good", "Rien n’attend"]],
    ["some at work", { waiting: 200, working: 1, waitsFor: 9_000 }, ["good", "en cours"]],
    ["some that just came", { waiting: 2, waitsFor: 5 }, ["good", "en cours"]],
    ["some that nobody takes", { waiting: 2, waitsFor: 3_700 }, ["fix", "depuis 1\u00a0h\u00a001"]],
    ["one that failed", { failed: 1 }, ["look", "Un média n’a pas"]],
    ["several", { failed: 4 }, ["look", "4 médias n’ont pas"]],
  ])("%s", (_what, changed, expected) =>
    expect(told(checkMediaQueue({ ...queue, ...changed }))).toEqual(as(expected)),
  )
})

test.each([
  [0, "moins d’une minute"],
  [60, "1\u00a0min"],
  [3_660, "1\u00a0h\u00a001"],
  [172_799, "47\u00a0h\u00a059"],
  [172_800, "2 jours"],
])("%d seconds are said as %s", (seconds, text) => expect(spellSpan(seconds)).toBe(text))

test("processes are counted", () => {
  const running = { pid: 7, uptimeSeconds: 70, memoryBytes: 1.5e8, losses: [] }
  expect(checkProcesses({ ...running, workers: 1 }, NOW).summary).toContain("un seul")
  expect(checkProcesses({ ...running, workers: 4 }, NOW).summary).toContain("4 processus")
  const losses = [{ part: "markdown-worker", since: ago(2) }]
  expect(told(checkProcesses({ ...running, workers: 1, losses }, NOW))).toEqual(
    as(["fix", "les longs textes s’affichent sans mise en forme (depuis 2\u00a0h\u00a000)"]),
  )
})

test("what is broken stands first, and is counted", () => {
  const of = (state: Check["state"], id: string): Check => ({ ...unknownCheck(id, id, false), state })
  const checks = [of("good", "a"), of("fix", "b"), of("look", "c"), of("fix", "d")]
  expect(inOrderOfNeed(checks).map(({ id }) => id)).toEqual(["b", "d", "c", "a"])
  expect(summarize(checks)).toBe("2 points à corriger, 1 à voir.")
  expect(summarize([of("good", "a")])).toBe("Tout va bien.")
  expect(summarize([of("look", "a")])).toBe("1 point à voir. Rien n’est cassé.")
  expect(summarize([of("fix", "a")])).toBe("1 point à corriger.")
  expect([worstOf([]), worstOf(["good", "look"]), worstOf(["look", "fix"])]).toEqual(["good", "look", "fix"])
})
