import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { mkdtemp, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { afterAll, beforeEach, expect, test } from "vitest"
import { startS3 } from "#test/s3.ts"
import { bucketStore } from "./bucket-store.server.ts"

type Question = { method?: string; isCopy: boolean; isPart: boolean; isJoin: boolean; path: string }
type Lie = (question: Question, answer: ServerResponse) => boolean

/** What stands between the site and an honest bucket: it may answer by itself; what it does not, it passes on. */
let lie: Lie = () => false
const s3 = await startS3()
const honest = new URL(s3.bucket.endpoint)
const between = createServer((incoming, answer) => {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? "", honest)
  const { method, headers } = incoming
  const isCopy = headers["x-amz-copy-source"] !== undefined
  const isJoin = method === "POST" && query.has("uploadId")
  const question = { method, isCopy, isJoin, isPart: query.has("partNumber"), path }
  if (lie(question, answer)) incoming.resume()
  else passOn(incoming, answer)
})
await new Promise<void>((done) => void between.listen(0, "127.0.0.1", done))
const { port } = between.address() as AddressInfo

function passOn(incoming: IncomingMessage, answer: ServerResponse) {
  const { method, url, headers } = incoming
  const asked = request({ host: honest.hostname, port: honest.port, method, path: url, headers }, (said) => {
    answer.writeHead(said.statusCode ?? 500, said.headers)
    said.pipe(answer)
  })
  incoming.pipe(asked)
}

const folder = await mkdtemp(join(tmpdir(), "cko-lying-"))
const store = bucketStore({ ...s3.bucket, endpoint: `http://127.0.0.1:${port}` }, folder)
const honestStore = bucketStore(s3.bucket, folder)
afterAll(async () => {
  between.closeAllConnections()
  between.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const FROM = "uploads/u1"
const TO = "ab/abcdef/son.mp3"
const AUDIO = { bytes: 10, type: "audio/mpeg" }
const digits = () => Readable.from([Buffer.from("0123456789")])
const say = (answer: ServerResponse, body = "", headers = {}) => void answer.writeHead(200, headers).end(body)

beforeEach(async () => {
  lie = () => false
  for await (const { path } of honestStore.list()) await honestStore.remove(path)
})

const COPIES: [string, Lie][] = [
  ["says 200 and nothing else", ({ isCopy }, answer) => isCopy && !say(answer)],
  [
    "says 200, and then that it failed",
    ({ isCopy }, answer) => isCopy && !say(answer, "<Error><Code>InternalError</Code></Error>"),
  ],
  [
    "says that it copied what it did not",
    ({ isCopy }, answer) => isCopy && !say(answer, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>"),
  ],
  [
    "breaks off in the middle of its answer",
    ({ isCopy }, answer) => {
      if (isCopy)
        answer.writeHead(200, { "content-length": 100 }).write("<CopyObject", () => answer.destroy())
      return isCopy
    },
  ],
  [
    "has less of the copy",
    ({ method, path }, answer) =>
      method === "HEAD" && path.endsWith("son.mp3") && !say(answer, "", { "content-length": "4" }),
  ],
  [
    "forgets the copy at once",
    ({ method, path }, answer) => {
      const isForgotten = method === "HEAD" && path.endsWith("son.mp3")
      if (isForgotten) answer.writeHead(404).end()
      return isForgotten
    },
  ],
]

test.each(COPIES)("nothing is removed for a copy where a bucket %s", async (_name, first) => {
  await store.put(FROM, digits(), AUDIO)
  lie = first
  await expect(store.move(FROM, TO, AUDIO)).rejects.toThrow(/.+/)
  expect(await text(await honestStore.read(FROM))).toBe("0123456789")
  lie = () => false
  await store.move(FROM, TO, AUDIO)
  expect(await text(await store.read(TO))).toBe("0123456789")
})

test("a bucket that takes its time over a copy, and says spaces until then, is waited for", async () => {
  await store.put(FROM, digits(), AUDIO)
  lie = ({ isCopy }, answer) => {
    if (!isCopy) return false
    answer.writeHead(200).write(" ")
    void honestStore.move(FROM, TO, AUDIO).then(() => {
      answer.end("<CopyObjectResult></CopyObjectResult>")
    })
    return true
  }
  await store.move(FROM, TO, AUDIO)
  expect(await text(await store.read(TO))).toBe("0123456789")
})

test.each<[string, Lie]>([
  ["keeps nothing", ({ method, isCopy }, answer) => method === "PUT" && !isCopy && !say(answer)],
  ["keeps less", ({ method }, answer) => method === "HEAD" && !say(answer, "", { "content-length": "9" })],
])("a file is not taken as kept where a bucket %s", async (_name, first) => {
  lie = first
  await expect(store.put(TO, digits(), AUDIO)).rejects.toThrow("did not keep")
})

test.each<[string, Lie]>([
  ["says 200 and nothing else", ({ isJoin }, answer) => isJoin && !say(answer)],
  [
    "says that it joined what it did not",
    ({ isJoin }, answer) =>
      isJoin && !say(answer, "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>"),
  ],
])("an upload is not taken as joined where a bucket %s, and is so later", async (_name, first) => {
  const begun = await store.startUpload(FROM)
  const { parts } = await store.appendUpload(FROM, begun, 0, digits(), 10, true)
  lie = first
  await expect(store.finishUpload(FROM, parts)).rejects.toThrow("did not join")
  lie = () => false
  await store.finishUpload(FROM, parts)
  expect(await text(await store.read(FROM))).toBe("0123456789")
})

test("a part is not taken as kept where a bucket names none", async () => {
  const begun = await store.startUpload(FROM)
  lie = ({ isPart }, answer) => isPart && !say(answer)
  await expect(store.appendUpload(FROM, begun, 0, digits(), 10, true)).rejects.toThrow("names no part")
})
