/** Where a release's service is, and how systemd is spoken to (service.ts, update.ts). */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import type { Service } from "./service-unit.ts"

export const ACCOUNT = "cko"

/** What one who runs the machine can mend. */
export class ServiceError extends Error {}

export type Place = Service & { unit: string; isUser: boolean }

/** @param isUser a service of one's own account, instead of the machine's */
export function placeOf(isUser: boolean): Place {
  const folder = dirname(import.meta.dirname)
  const version = Number(/^systemd (\d+)/.exec(run("systemctl", ["--version"]).output)?.[1] ?? 0)
  if (!isUser) {
    return {
      ...{ folder, version, isUser, account: ACCOUNT, unit: "/etc/systemd/system/cko.service" },
      ...{ dataDir: "/var/lib/cko/data", cacheDir: "/var/cache/cko", settings: "/etc/cko/cko.env" },
    }
  }
  const { XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_CACHE_HOME } = process.env
  const config = XDG_CONFIG_HOME || join(homedir(), ".config")
  return {
    ...{ folder, version, isUser, unit: join(config, "systemd/user/cko.service") },
    dataDir: join(XDG_DATA_HOME || join(homedir(), ".local/share"), "cko"),
    cacheDir: join(XDG_CACHE_HOME || join(homedir(), ".cache"), "cko"),
    settings: join(config, "cko/cko.env"),
  }
}

/** Whether systemd runs, and takes orders from here. */
export function isThere(place: Place) {
  if (!place.isUser) return existsSync("/run/systemd/system")
  return run("systemctl", ["--user", "show-environment"]).status === 0
}

export function scope({ isUser }: Place) {
  return isUser ? ["--user"] : []
}

export function systemctl(place: Place, args: string[]) {
  must("systemctl", [...scope(place), ...args])
}

/** @returns what it said @throws ServiceError where it fails */
export function must(program: string, args: string[]) {
  const { status, output } = run(program, args)
  if (status !== 0) throw new ServiceError(`« ${program} ${args.join(" ")} » a échoué : ${output.trim()}`)
  return output
}

export function run(program: string, args: string[], account: { uid?: number; gid?: number } = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...account, encoding: "utf8" })
  return { status, output: error?.message ?? `${stdout}${stderr}` }
}

export function idsOf(account: string) {
  const [uid, gid] = ["-u", "-g"].map((which) => Number(run("id", [which, account]).output))
  if (!uid || !gid) throw new ServiceError(`Le compte ${account} manque, ou il est root.`)
  return { uid, gid }
}
