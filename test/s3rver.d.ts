declare module "@20minutes/s3rver" {
  import type { Server } from "node:http"
  import type { AddressInfo } from "node:net"

  type Context = { method: string; status: number; body?: string; query: Record<string, string | undefined> }

  export default class S3rver {
    constructor(options: {
      port: number
      address: string
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    httpServer: Server
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
