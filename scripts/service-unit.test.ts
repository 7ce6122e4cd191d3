import { execFile } from "node:child_process"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { settingsTemplate, unitOf } from "./service-unit.ts"

const run = promisify(execFile)

const SERVICE = {
  folder: "/opt/cko-1.0.0",
  dataDir: "/var/lib/cko/data",
  cacheDir: "/var/cache/cko",
  settings: "/etc/cko/cko.env",
  account: "cko",
  version: 252,
}

test("a service of the system is its account's, writes in its folder only, and is reloaded without a gap", () => {
  const lines = unitOf(SERVICE).split("\n")
  expect(lines).toEqual(
    expect.arrayContaining([
      'ExecStart="/opt/cko-1.0.0/cko" start',
      'ExecReload=/bin/sh -c "kill -HUP $MAINPID"',
      'Environment="DATA_DIR=/var/lib/cko/data"',
      "EnvironmentFile=-/etc/cko/cko.env",
      "KillMode=mixed",
      "User=cko",
      "ProtectSystem=strict",
      "StateDirectory=cko",
      "NoNewPrivileges=yes",
      "WantedBy=multi-user.target",
    ]),
  )
  expect(lines).not.toContain("MemoryDenyWriteExecute=yes")
})

test("the time between two starts grows where systemd knows how", () => {
  expect(unitOf(SERVICE)).toContain("\nRestartSec=5\n")
  expect(unitOf({ ...SERVICE, version: 257 })).toContain(
    "\nRestartSec=1\nRestartSteps=6\nRestartMaxDelaySec=60\n",
  )
})

test("a service of one's own has no account, and asks nothing that only root may", () => {
  const unit = unitOf({ ...SERVICE, account: undefined })
  expect(unit).not.toMatch(/^(User|Group|ProtectSystem|StateDirectory|CapabilityBoundingSet)=/m)
  expect(unit).toContain("\nNoNewPrivileges=yes\n")
  expect(unit).toContain("\nWantedBy=default.target\n")
})

test("spaces, quotes, backslashes and percent signs of paths stay what they are", () => {
  const unit = unitOf({
    ...SERVICE,
    folder: "/srv/my site 50%",
    dataDir: '/srv/a\\b "%h"',
    settings: "/srv/%u cko.env",
  })
  expect(unit).toContain('ExecStart="/srv/my site 50%%/cko" start\n')
  expect(unit).toContain('Environment="DATA_DIR=/srv/a\\\\b \\"%%h\\""\n')
  expect(unit).toContain("EnvironmentFile=-/srv/%%u cko.env\n")
})

test("the file of variables names each of docs/configuration.md, and sets none", async () => {
  const table = (await readFile("docs/configuration.md", "utf8")).matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)
  const template = settingsTemplate(SERVICE)
  const named = [...template.matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const documented = [...table].map(([, name]) => name).filter((name) => name !== "DATA_DIR")
  expect(named.toSorted()).toEqual(documented.toSorted())
  expect(template).not.toMatch(/^[^#\n]/m)
})

const systemd = await run("systemd-analyze", ["--version"]).catch(() => undefined)

describe.skipIf(!systemd)("systemd itself (skipped where systemd-analyze is missing)", () => {
  const version = Number(/^systemd (\d+)/.exec(systemd?.stdout ?? "")?.[1])
  let place: string
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), "cko-unit-"))
  })
  afterAll(() => rm(place, { recursive: true }))

  /** What it says of the unit of a release in a folder of this name. */
  async function analyze(name: string, args: string[]) {
    const folder = join(place, name)
    const unit = join(folder, "cko.service")
    await mkdir(folder)
    await writeFile(join(folder, "cko"), "#!/bin/sh\n", { mode: 0o755 })
    await writeFile(unit, unitOf({ ...SERVICE, folder, version }))
    return run("systemd-analyze", [...args, unit])
  }

  test.each(["cko-1.0.0", "my site 50% of $it"])("finds nothing wrong with a unit of %s", async (name) => {
    expect(await analyze(name, ["verify"])).toEqual({ stdout: "", stderr: "" })
  })

  test("says that the service is exposed to little", async () => {
    const { stdout } = await analyze("exposed", ["security", "--offline=true"])
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])).toBeLessThan(3)
  })
})
