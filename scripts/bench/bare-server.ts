/** A Node server that does nothing but send the same bytes: `bare-server.ts <port> <file> <headers as JSON>`. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"

const [port, file = "", headers = "{}"] = process.argv.slice(2)
const body = readFileSync(file)
const head = { ...JSON.parse(headers), "content-length": body.length }

createServer((_request, response) => {
  response.writeHead(200, head)
  response.end(body)
}).listen(Number(port))
