import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import { chromium } from "@playwright/test"

/** The shell first: without a window's whole user interface it takes a fraction of the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "msedge",
]
const PLACES = [
  "/usr/bin/chromium",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
]

/** What every start of the browser needs: no traffic of its own, and no sandbox where root cannot have one. */
export const BROWSER_ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
]

/**
 * Finds a Chromium (or Chrome, or Edge), installing one when there is none.
 *
 * @returns the path of its program
 * @throws Error with one line when none can be had
 */
export async function ensureBrowser() {
  const found = findBrowser() ?? (install() ? findBrowser() : undefined)
  if (found) return found
  throw new Error("No Chromium or Chrome found, and none could be installed: install one and run again.")
}

/** The program of an installed Chromium, Chrome or Edge. */
export function findBrowser() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean)
  const names = process.platform === "win32" ? NAMES.map((name) => `${name}.exe`) : NAMES
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...PLACES, chromium.executablePath()].find(isProgram)
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function install() {
  return installWithApt("chromium-headless-shell") || installWithApt("chromium") || installWithPlaywright()
}

/** Installs packages where one may. @param names of them, after options */
export function installWithApt(...names: string[]) {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const apt = (...args: string[]) => spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0
  const install = () => apt("install", "-y", ...names)
  // Fresh containers have no package lists yet.
  return install() || (apt("update") && install())
}

function installWithPlaywright() {
  const packageFile = createRequire(import.meta.url).resolve("@playwright/test/package.json")
  const cli = join(dirname(packageFile), "cli.js")
  return spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore" }).status === 0
}
