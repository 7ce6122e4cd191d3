import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import type { BucketSettings } from "#app/kit/lib/settings.server.ts"

/** A server of the kind that buckets are on, which checks signatures, with one empty bucket. */
export async function startS3(port = 0) {
  const directory = await mkdtemp(join(tmpdir(), "cko-s3-"))
  const server = new S3rver({
    port,
    address: "127.0.0.1",
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: "cko-media", configs: [] }],
  })
  // It knows no way to tell of uploads under way, and none to give one up.
  const uploads = join(directory, "cko-media/._S3rver_uploads")
  server.middleware.unshift(async (context, next) => {
    if (context.method === "DELETE" && context.query.uploadId) {
      await rm(join(uploads, context.query.uploadId), { recursive: true, force: true })
      context.status = 204
    } else if (context.method === "GET" && context.query.uploads !== undefined) {
      const ids = await readdir(uploads).catch(() => [])
      const keys = await Promise.all(ids.map((id) => readFile(join(uploads, id, "key"), "utf8")))
      const list = ids.map(
        (id, index) => `<Upload><Key>${keys[index]}</Key><UploadId>${id}</UploadId></Upload>`,
      )
      context.body = `<ListMultipartUploadsResult>${list.join("")}</ListMultipartUploadsResult>`
    } else await next()
  })
  const address: AddressInfo = await server.run()
  const bucket: BucketSettings = {
    endpoint: `http://127.0.0.1:${address.port}`,
    name: "cko-media",
    region: "us-east-1",
    // The only ones that it knows.
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
    takesFiles: true,
    isRedirected: false,
  }
  return {
    bucket,
    directory,
    async close() {
      server.httpServer.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}
