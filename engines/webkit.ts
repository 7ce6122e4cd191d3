import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "#test/free-port.ts"
import { clickActions, ELSEWHERE, type Engine, ensurePrograms, keyActions } from "./engine.ts"

const PROGRAMS = [
  "/usr/bin/WebKitWebDriver",
  "/usr/bin/Xvfb",
  "/usr/lib/*/gstreamer-1.0/libgst{libav,mpg123}.so",
]
const PACKAGES = ["webkit2gtk-driver", "xvfb", "gstreamer1.0-libav", "gstreamer1.0-plugins-good"]

/** Starts WebKitGTK's own small browser on a screen that nobody sees (https://www.w3.org/TR/webdriver2/). */
export async function startWebKit(): Promise<Engine> {
  ensurePrograms(PROGRAMS, PACKAGES)
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  const [display] = await once(screen.stdout, "data")
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, TZ: ELSEWHERE }
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" })
  const driverUrl = `http://127.0.0.1:${port}`
  while (!(await fetch(`${driverUrl}/status`).catch(() => undefined))?.ok) await sleep(50)

  const { sessionId } = await send("/session", { capabilities: {} })
  const session = `/session/${sessionId}`
  const run = (script: string) => send(`${session}/execute/sync`, { script, args: [] })
  return {
    open: (url) => send(`${session}/url`, { url }),
    resize: (width, height) => send(`${session}/window/rect`, { width, height }),
    evaluate: async (expression) => JSON.parse((await run(`return JSON.stringify(${expression})`)) ?? "null"),
    async click(element) {
      await send(`${session}/actions`, { actions: clickActions(await run(`return ${element}`)) })
    },
    type: (text) => send(`${session}/actions`, { actions: keyActions(text) }),
    async close() {
      await send(session)
      driver.kill()
      screen.kill()
    },
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- What comes back is what was asked for.
  async function send(path: string, body?: object): Promise<any> {
    const method = body ? "POST" : "DELETE"
    const response = await fetch(driverUrl + path, { method, body: body && JSON.stringify(body) })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${path}: ${value.error} ${value.message}`)
    return value
  }
}
