import { constants } from "node:fs"
import { access } from "node:fs/promises"
import { delimiter, join } from "node:path"
import { desc } from "drizzle-orm"
import type { RouterContextProvider } from "react-router"
import { loadReading } from "#app/audience/letters/bounces/bounces-settings.server.ts"
import { countMails, findOutcome, reasonOf } from "#app/base/mail/mail-outcomes.server.ts"
import { greetMailServer, nameMailServer } from "#app/base/mail/smtp.server.ts"
import { compareVersions } from "#app/base/versions/changelog.ts"
import { findNewerVersions } from "#app/base/versions/newer-version.server.ts"
import { findRun } from "#app/base/versions/versions-run.server.ts"
import { db } from "#app/db/client.server.ts"
import { readUpdate } from "#app/db/embedded/update.server.ts"
import { examineReplica } from "#app/db/replica.server.ts"
import type { MailFailure } from "#app/db/schema/mails.server.ts"
import { mediaFiles } from "#app/db/schema/media.server.ts"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { seenConnectionContext } from "#app/kit/http/seen-connection.server.ts"
import { currentLosses } from "#app/kit/lib/losses.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { findVerdict } from "#app/media/backup/copy-checks.server.ts"
import { readSendingFailure, readSent, readVerifiedElsewhere } from "#app/media/backup/elsewhere.server.ts"
import { BucketError } from "#app/media/store/bucket-client.server.ts"
import { openStores } from "#app/media/store/store.server.ts"
import { countTranscriptions } from "#app/podcast/transcripts/command/find-transcriptions.server.ts"
import { version } from "#package"
import { checkAddress, type SeenAddress } from "./address-check.ts"
import { checkMemory } from "./around-checks.ts"
import { readMemory } from "./around.server.ts"
import { type Bounded, bounded } from "./bounded.server.ts"
import { type Check, unknownCheck } from "./check.ts"
import { checkClock, checkDatabase, checkVersions } from "./database-checks.ts"
import { askDatabase, askLibrary, findLoggedCopy, readSchemaState } from "./database.server.ts"
import { findNewestCopy, readDisk, readProcess } from "./machine.server.ts"
import { checkMail } from "./mail-check.ts"
import { askForRoom } from "./offered-bytes.server.ts"
import { redact } from "./redact.ts"
import { writeReport } from "./report.ts"
import { checkBounces } from "./bounces-check.ts"
import { checkMediaQueue, checkProcesses } from "./running-checks.ts"
import { checkBackup, checkElsewhere, checkStorage } from "./storage-checks.ts"
import { checkTranscription } from "./transcription-check.ts"
import { checkUploads } from "./upload-check.ts"

/** How a request came in. */
export const seeAddress = (context: Readonly<RouterContextProvider>, request: Request): SeenAddress => ({
  ...context.get(seenConnectionContext),
  publicUrl: context.get(publicUrlContext),
  clientAddress: context.get(clientAddressContext),
  headers: request.headers,
})

/**
 * Looks at everything that the site stands on. Each look may take some seconds at most, all at once; one that fails or hangs is
 * said so, and takes nothing else with it.
 *
 * @param seen how the request came in; without one nothing is said of the way here and of this process, which is not the site's
 */
export async function examineSite(seen?: SeenAddress, now = new Date()): Promise<Check[]> {
  const own = readProcess()
  const { publicUrl } = getSettings()
  const isEmbedded = getSettings().databaseUrl === undefined
  const [
    database,
    schema,
    library,
    disk,
    copy,
    verdict,
    elsewhere,
    bucket,
    mail,
    bounces,
    program,
    transcriptions,
    room,
    run,
    newer,
    undone,
    replica,
  ] = await Promise.all([
    bounded("database", askDatabase),
    bounded("schema", readSchemaState),
    bounded("library", askLibrary),
    bounded("disk", readDisk),
    bounded("backup", findLastCopy),
    bounded("backup verified", findVerdict),
    bounded("backup elsewhere", findElsewhere),
    askBucket(),
    gatherMail(),
    bounded("bounces", loadReading),
    bounded("program", findProgram),
    bounded("transcriptions", countTranscriptions),
    bounded("room for uploads", () => askForRoom(seen?.publicUrl ?? publicUrl)),
    bounded("versions run", () => findRun()),
    bounded("newer versions", () => findNewerVersions()),
    bounded("update", () => findUndone(now)),
    bounded("replica", examineReplica),
  ])
  // An embedded database starts with its site.
  const { uptimeSeconds } = seen || database.outcome !== "done" ? own : database.value
  return [
    ...(seen ? [checkAddress(seen)] : []),
    judge("base", "Base de données", [database, replica], (found, state) =>
      checkDatabase({ isEmbedded, ...found, replica: state }),
    ),
    judge("stockage", "Stockage", [disk, library], (space, { bytes }) =>
      checkStorage({ disk: space, bucket, usedBytes: bytes }),
    ),
    judge("sauvegarde", "Sauvegarde", [copy, verdict], (found, known) =>
      checkBackup({ isEmbedded, uptimeSeconds, copy: found, ...known }, now),
    ),
    judge("copie-ailleurs", "Copie ailleurs", [elsewhere], (found) =>
      checkElsewhere({ isEmbedded, uptimeSeconds, ...found }, now),
    ),
    judge("e-mails", "E-mails", [mail], (found) => checkMail(found, now)),
    judge("retours", "Retours des lettres", [bounces], (reading) => checkBounces(reading, now)),
    judge("envoi", "Envoi de fichiers", [room], checkUploads),
    judge("medias", "Traitement des médias", [library], (queue) => checkMediaQueue(queue)),
    judge("transcription", "Transcription automatique", [program, transcriptions], checkTranscription),
    ...(seen ? [checkProcesses({ ...own, losses: currentLosses() }, now)] : []),
    checkMemory(readMemory()),
    judge(
      "versions",
      "Versions",
      [database, schema, run, newer, undone],
      (found, state, { since }, answer, back) =>
        checkVersions({
          ...{ site: version, node: own.node, postgresql: found.version, schema: state, since },
          newer: answer?.releases[0],
          undone: back,
        }),
    ),
    judge("horloge", "Horloge", [database], ({ aheadMs }) => checkClock(aheadMs, now)),
  ]
}

/** What one sends to who helps: the checks, without anything that lets somebody in. */
export function reportOn(checks: Check[], at: Date) {
  return hideSecrets(writeReport(checks, at))
}

/** A text without what the settings hold that lets somebody in. */
export function hideSecrets(text: string) {
  const { smtpUrl, databaseUrl, databaseReadUrl, bucket, elsewhere, mailFrom, contactEmail } = getSettings()
  const addresses = [smtpUrl, databaseUrl, databaseReadUrl].flatMap(
    (address) => URL.parse(address ?? "") ?? [],
  )
  return redact(text, [
    ...addresses.flatMap(({ password }) => [password, decode(password)]),
    bucket?.accessKeyId,
    bucket?.secretAccessKey,
    elsewhere?.bucket.accessKeyId,
    elsewhere?.bucket.secretAccessKey,
    mailFrom,
    contactEmail,
  ])
}

/** For how long an update is told of that gave way to the version before. */
const UNDONE_MS = 7 * 86_400_000

async function findUndone(now: Date) {
  const update = await readUpdate(getSettings().dataDir)
  const at = new Date(update?.at ?? 0)
  if (update?.state !== "undone" || now.getTime() - at.getTime() > UNDONE_MS) return undefined
  if (compareVersions(update.to.version, version) <= 0) return undefined
  return { version: update.to.version, at, reason: update.reason ?? "" }
}

/** The newest copy of those that are known: in the data folder, or made by the command. */
export async function findLastCopy() {
  const copies = await Promise.all([findNewestCopy(), findLoggedCopy()])
  return copies.flatMap((copy) => copy ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
}

async function findElsewhere() {
  if (!getSettings().elsewhere) return { isSet: false }
  const [sent, failure, verified] = await Promise.all([
    readSent(),
    readSendingFailure(),
    readVerifiedElsewhere(),
  ])
  return {
    isSet: true,
    sent: sent && { at: new Date(sent.at), missing: sent.missing },
    verifiedAt: verified && new Date(verified.at),
    failure: failure?.text,
  }
}

/** The bucket that takes new files, and what is wrong with it; undefined where the disk takes them. */
async function askBucket() {
  const { bucket } = getSettings()
  if (!bucket?.takesFiles) return undefined
  const asked = await bounded("bucket", () =>
    lookIntoBucket().then(
      () => undefined,
      (error: unknown) => spellFailure(error),
    ),
  )
  const failure =
    asked.outcome === "done" ? asked.value : asked.outcome === "late" ? "pas de réponse" : "échec"
  return { host: new URL(bucket.endpoint).host, name: bucket.name, failure }
}

/** A file that is there: of others some buckets say that nobody may see them. */
async function lookIntoBucket() {
  const [newest] = await db
    .select({ path: mediaFiles.path })
    .from(mediaFiles)
    .orderBy(desc(mediaFiles.id))
    .limit(1)
  await openStores(getSettings()).target.size(newest?.path ?? "sante/essai")
}

function spellFailure(error: unknown) {
  if (error instanceof BucketError) return `réponse ${error.status}`
  return reasonOf(error).code ?? "échec"
}

async function gatherMail() {
  const server = nameMailServer()
  const [asked, known] = await Promise.all([
    server ? askMailServer() : undefined,
    bounded("mails", async () => {
      const [counts, sent, failed] = await Promise.all([
        countMails(),
        findOutcome("sent"),
        findOutcome("failed"),
      ])
      return { ...counts, sentAt: sent?.at, lastFailure: failed }
    }),
  ])
  if (known.outcome !== "done") return known
  return { outcome: "done", value: { ...known.value, server, asked } } as const
}

type Asked = { outcome: "done" } | { outcome: "late" } | { outcome: "failed"; failure: MailFailure | null }

/** How the mail server takes the site's greeting; what it says in words goes nowhere. */
async function askMailServer(): Promise<Asked> {
  const asked = await bounded("mail server", () =>
    greetMailServer().then(
      (): Asked => ({ outcome: "done" }),
      (error: unknown): Asked => ({ outcome: "failed", failure: reasonOf(error) }),
    ),
  )
  if (asked.outcome === "done") return asked.value
  return asked.outcome === "late" ? { outcome: "late" } : { outcome: "failed", failure: null }
}

/** The host's program that writes down what is said, and whether it can be started; undefined where none is set. */
async function findProgram() {
  const { transcribe } = getSettings()
  const [name] = transcribe?.command ?? []
  if (!transcribe || name === undefined) return undefined
  const places = name.includes("/")
    ? [name]
    : (transcribe.env.PATH ?? "").split(delimiter).map((folder) => join(folder || ".", name))
  const found = await Promise.all(
    places.map((place) =>
      access(place, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return { name, isThere: found.includes(true) }
}

type Values<Found extends readonly Bounded<unknown>[]> = {
  [Index in keyof Found]: Found[Index] extends Bounded<infer Value> ? Value : never
}

/** A check of what was found, or that it could not be found out. */
function judge<const Found extends readonly Bounded<unknown>[]>(
  id: string,
  title: string,
  found: Found,
  check: (...values: Values<Found>) => Check,
): Check {
  const missing = found.find(({ outcome }) => outcome !== "done")
  if (missing) return unknownCheck(id, title, missing.outcome === "late")
  return check(...(found.map((one) => (one.outcome === "done" ? one.value : undefined)) as Values<Found>))
}

function decode(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
