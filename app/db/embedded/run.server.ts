import { spawn } from "node:child_process"

type Identity = { uid?: number; gid?: number }

export const SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

/**
 * Nothing of the site's own environment: it holds passwords, and would change the database's language and time.
 * Windows finds its own libraries by it.
 */
const ENVIRONMENT = process.platform === "win32" ? undefined : { PATH: SYSTEM_PATH, LC_ALL: "C" }

/** Starts a program that goes on by itself when this process ends, out of reach of the terminal's signals. */
export function spawnApart(program: string, args: string[], identity: Identity = {}) {
  return spawn(program, args, {
    ...identity,
    cwd: "/",
    env: ENVIRONMENT,
    detached: true,
    windowsHide: true,
    stdio: ["ignore", "ignore", "pipe"],
  })
}

/** Runs a program to its end. @returns its status (undefined when it could not be run) and what it said */
export function run(program: string, args: string[], identity: Identity = {}) {
  return new Promise<{ status?: number; output: string }>((resolve) => {
    const child = spawn(program, args, {
      ...identity,
      cwd: "/",
      env: ENVIRONMENT,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    })
    let output = ""
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (output += String(text)))
    child.on("error", ({ message }) => resolve({ output: message }))
    child.on("close", (status) => resolve({ status: status ?? undefined, output }))
  })
}
