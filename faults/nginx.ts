import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { onTestFinished } from "vitest"
import { makeFolder } from "./for-one-test.ts"
import { killWhole } from "./processes.ts"

const NGINX = "/usr/sbin/nginx"

/** Why these tests cannot run, or undefined. */
export const NO_NGINX = existsSync(NGINX) ? undefined : "nginx is not installed"

/**
 * The proxy of docs/configuration.md.
 *
 * @param listens its address and port
 * @param sites those of the sites behind it
 * @param prefix what it is started with, to run elsewhere
 * @returns what starts it again, and its process
 */
export async function startNginx(listens: string, sites: string[], prefix: string[] = []) {
  const folder = await makeFolder()
  const file = join(folder, "nginx.conf")
  const documented = await readFile(join(import.meta.dirname, "../docs/configuration.md"), "utf8")
  const example = /```nginx\n(upstream cko [^]*?)```/.exec(documented)?.[1] ?? ""
  const site = example
    .replaceAll(/.*10\.0\.0\.12:3000.*\n/g, "")
    .replaceAll(/.*10\.0\.0\.11:3000.*\n/g, (line) =>
      sites.map((address) => line.replace("10.0.0.11:3000", address)).join(""),
    )
    .replace("listen 443 ssl", `listen ${listens}`)
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  await writeFile(
    file,
    `user root; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${kept.join(" ")}\n${site}}`,
  )
  let pid = 0
  const start = async () => {
    const [program, ...args] = [...prefix, NGINX, "-c", file, "-g", "daemon off;"]
    const child = spawn(program, args, { stdio: "ignore" })
    pid = child.pid ?? 0
    const end = Date.now() + 30_000
    while (!(await fetch(`http://${listens}/healthz`).catch(() => undefined))) {
      if (Date.now() > end) throw new Error("nginx does not answer")
      await sleep(100)
    }
  }
  onTestFinished(() => killWhole(pid))
  await start()
  return { url: `http://${listens}`, start, pid: () => pid }
}
