import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { clickActions, ELSEWHERE, type Engine, ensurePrograms, keyActions } from "./engine.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- What comes back is what was asked for.
type Answer = any

/** Starts Firefox without a window. It speaks WebDriver BiDi itself (https://www.w3.org/TR/webdriver-bidi/). */
export async function startFirefox(): Promise<Engine> {
  ensurePrograms(["/usr/bin/firefox-esr"], ["firefox-esr"])
  const home = await mkdtemp(join(tmpdir(), "cko-firefox-"))
  const env = { ...process.env, HOME: home, TZ: ELSEWHERE }
  const args = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0"]
  const browser = spawn("firefox-esr", args, { env, stdio: ["ignore", "ignore", "pipe"] })
  const socket = new WebSocket(`${await addressSaid(browser.stderr)}/session`)
  await once(socket, "open")

  const waiting = new Map<number, ReturnType<typeof Promise.withResolvers<Answer>>>()
  socket.onmessage = ({ data }) => {
    const { id, error, message, result } = JSON.parse(data)
    if (error) waiting.get(id)?.reject(new Error(`${error} ${message}`))
    else waiting.get(id)?.resolve(result)
  }
  await send("session.new", { capabilities: {} })
  const { contexts } = await send("browsingContext.getTree")
  const { context } = contexts[0]
  const perform = (actions: object[]) => send("input.performActions", { context, actions })
  return {
    open: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    resize: (width, height) => send("browsingContext.setViewport", { context, viewport: { width, height } }),
    evaluate: async (expression) => JSON.parse((await run(`JSON.stringify(${expression})`)).value ?? "null"),
    async click(element) {
      const { sharedId } = await run(element)
      await perform(clickActions({ type: "element", element: { sharedId } }))
    },
    type: (text) => perform(keyActions(text)),
    async close() {
      await send("browser.close")
      await once(browser, "exit")
      await rm(home, { recursive: true })
    },
  }

  async function run(expression: string) {
    const target = { context }
    const { result, exceptionDetails } = await send("script.evaluate", {
      expression,
      target,
      awaitPromise: false,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return result
  }

  function send(method: string, params: object = {}): Promise<Answer> {
    const id = waiting.size + 1
    const answer = Promise.withResolvers<Answer>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params }))
    return answer.promise
  }
}

/** Read on to the end: a full pipe would hold the browser up. */
function addressSaid(output: NodeJS.ReadableStream) {
  return new Promise<string>((resolve, reject) => {
    const lines = createInterface(output)
    lines.on("line", (line) => {
      const [, address] = /^WebDriver BiDi listening on (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    lines.on("close", () => reject(new Error("Firefox did not start")))
  })
}
