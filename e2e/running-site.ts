import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect } from "@playwright/test"
import { type SiteName, siteUrl } from "./sites.ts"

/** Starts a site for one journey. @returns what ends it */
export async function startSite(name: SiteName, timeout = 120_000) {
  const child = spawn(process.execPath, ["e2e/start-site.ts", name], {
    stdio: ["pipe", "inherit", "inherit"],
  })
  const ended = once(child, "exit")
  const answers = async () =>
    (await fetch(`${siteUrl(name)}/healthz`).catch(() => undefined))?.ok || child.exitCode !== null
  await expect.poll(answers, { timeout }).toBe(true)
  return async () => {
    child.stdin.end()
    await ended
  }
}
