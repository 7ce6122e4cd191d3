/**
 * `npm run third-party` writes THIRD_PARTY.md: what a release contains that others made, by the lockfile, the imports of the
 * code and the packages that are installed. It is made on Linux (x64), which a release is for.
 */
import { globSync, readFileSync, readdirSync, writeFileSync } from "node:fs"
import { format, resolveConfig } from "prettier"
import { z } from "zod"
import { FONTS, ICONS, INTRODUCTION, PARTS } from "./third-party-parts.ts"

export const THIRD_PARTY = "THIRD_PARTY.md"

/** Parts of them are written into what they build; what they stand on is not. */
const WRITTEN_BY_TOOLS = ["rolldown", "tailwindcss", "vite"]
/** Imported by code that runs only while something is built. */
const TOOLS = ["@react-router/dev", "vite"]

/** From here on Vite's licence is about what it contains itself. */
const BUNDLED_IN_TOOL = "# Licenses of bundled dependencies"

const CODE = [
  "{app,server}/**/*.{ts,tsx,css}",
  "scripts/{import,backup,restore,export,fetch-backup,rescue,media,command,progress}*.ts",
]
const IMPORT = /(?:\bfrom|\bimport\(?|@import)\s*"((?:@[\w.-]+\/)?[a-z][\w.-]*)[\w./-]*"/g

const person = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const manifest = z.object({
  license: z.string().optional(),
  author: person.optional(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
})
const names = z.record(z.string(), z.string()).default({})
const locked = z.object({
  version: z.string().default(""),
  license: z.string().optional(),
  dependencies: names,
  optionalDependencies: names,
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
})
const lockfile = z.object({ packages: z.record(z.string(), locked) })

export type Shipped = ReturnType<typeof shippedPackages>[number]

/** All packages that a release contains, by name: those that are installed beside it, and those that are built into it. */
export function shippedPackages() {
  const { packages } = lockfile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")))
  const { "": root } = packages
  const paths = new Set<string>()
  const take = (from: string, name: string) => {
    const path = findPackage(packages, from, name)
    const found = path === undefined ? undefined : packages[path]
    if (path === undefined || !found || paths.has(path) || !isForLinux(found)) return
    paths.add(path)
    for (const dependency of Object.keys({ ...found.dependencies, ...found.optionalDependencies }))
      take(path, dependency)
  }
  for (const name of Object.keys({ ...root?.dependencies, ...root?.optionalDependencies })) take("", name)
  for (const name of importedPackages()) take("", name)
  for (const name of WRITTEN_BY_TOOLS) paths.add(`node_modules/${name}`)
  return [...paths].map((path) => describePackage(path, packages[path])).sort(byName)
}

/** Where Node finds a package that the one at `from` asks for. */
function findPackage(packages: Record<string, unknown>, from: string, name: string) {
  const folders = from
    .split("/node_modules/")
    .map((_, index, parts) => parts.slice(0, index + 1).join("/node_modules/"))
  const places = [
    ...folders
      .filter(Boolean)
      .reverse()
      .map((folder) => `${folder}/`),
    "",
  ]
  return places.map((place) => `${place}node_modules/${name}`).find((path) => path in packages)
}

const isForLinux = ({ os = ["linux"], cpu = ["x64"], libc = ["glibc"] }: z.infer<typeof locked>) =>
  os.includes("linux") && cpu.includes("x64") && libc.includes("glibc")

function importedPackages() {
  const files = globSync(CODE, { exclude: ["**/*.test.*"] })
  const imports = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(IMPORT)])
  return new Set(imports.map(([, name = ""]) => name).filter((name) => !TOOLS.includes(name)))
}

function describePackage(path: string, { version = "", license = "" }: Partial<z.infer<typeof locked>> = {}) {
  const read = manifest.parse(JSON.parse(readFileSync(`${path}/package.json`, "utf8")))
  return {
    path,
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version,
    licence: license || (read.license ?? ""),
    from: addressOf(read.repository ?? read.homepage ?? ""),
    author: (read.author ?? "").replace(/\s*[<(].*/, ""),
    text: licenceText(path) ?? "",
  }
}

const byName = (a: { name: string; version: string }, b: { name: string; version: string }) =>
  `${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1

function addressOf(repository: string) {
  const path = repository
    .replace(/^git\+|\.git$/g, "")
    .replace(/^(git|ssh):\/\/(git@)?|^git@|^github:/, "https://")
  return /^[\w-]+\/[\w.-]+$/.test(path)
    ? `https://github.com/${path}`
    : path.replace("https://https://", "https://")
}

function licenceText(path: string) {
  const files = readdirSync(path).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
  return files
    .sort()
    .map((name) => readFileSync(`${path}/${name}`, "utf8").replaceAll(/\r\n?/g, "\n").trim())
    .join("\n\n")
    .split(BUNDLED_IN_TOOL)[0]
    ?.trim()
}

/** A line that says whose it is, as nearly every licence begins; the rest is alike in many packages. */
const OWNER = /^[ \t*]*(?:copyright\b.*(?:\d{4}|©|\(c\)).*|(?:©|\(c\)) .*)$/gim

/** What of a text is compared: its letters, without title and owners. Long licences are known by how they begin. */
function keyOf(text: string) {
  const letters = text
    .replaceAll(OWNER, "")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
  const body = letters
    .replace(/^(the)?(mit|isc|bsdclause)licen[cs]e(mit)?|^licen[cs]e(mit)?/, "")
    .replace(/^allrightsreserved/, "")
  return /^(apachelicense|gnu|mozilla)/.test(body) ? body.slice(0, 80) : body
}

/** Each text once, under those whose it is; a package without one stands under the commonest of its licence. */
function licenceTexts(packages: Shipped[]) {
  const withText = packages.filter(({ text }) => text !== "")
  const groups = [...Map.groupBy(withText, ({ text }) => keyOf(text)).values()].sort(
    (a, b) => b.length - a.length,
  )
  for (const bare of packages.filter(({ text }) => text === ""))
    groups.find(([first]) => first?.licence === bare.licence)?.push(bare)
  return groups.map(([first, ...others]) => {
    if (!first) return ""
    const isShared = others.length > 0 && !first.text.includes("GNU")
    const lines = [first, ...others]
      .sort(byName)
      .map((one) => `- ${one.name} ${one.version}${isShared ? ownersOf(one) : ""}`)
    const body = isShared
      ? first.text
          .replaceAll(OWNER, "")
          .replaceAll(/\n{3,}/g, "\n\n")
          .trim()
      : first.text
    return `### ${first.licence}: ${first.name}${others.length > 0 ? " and others" : ""}\n\n${lines.join("\n")}\n\n${fenced(body)}`
  })
}

function ownersOf({ text, author }: Shipped) {
  const owners = [...text.matchAll(OWNER)].map(([line]) => line.replace(/^[ \t*]*/, "").trim())
  const said = owners.length > 0 ? owners.join("; ") : author && `${author} (the package has no text)`
  return said && `: ${said.replaceAll(/[<>_*[\]]/g, "\\$&")}`
}

const fenced = (text: string) => `~~~text\n${text.replaceAll(/[ \t]+$/gm, "")}\n~~~`

/** One text with those whose it is, who stand in each font's first line. */
function fontLicence() {
  const texts = globSync(FONTS)
    .sort()
    .map((file) => readFileSync(file, "utf8").trim())
  const owners = texts.map((text) => text.slice(0, text.indexOf("\n")))
  return fenced([...owners, texts[0]?.slice(texts[0].indexOf("\n"))].join("\n"))
}

/** The document as it should be. */
export async function thirdPartyDocument() {
  const packages = shippedPackages()
  const rows = packages.map(
    ({ name, version, licence, from, author }) => `| ${name} | ${version} | ${licence} | ${from || author} |`,
  )
  const text = [
    INTRODUCTION,
    PARTS,
    "## Packages",
    ["| package | version | licence | from |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    "## Licences of packages",
    ...licenceTexts(packages),
    "## Licences of fonts and icons",
    fontLicence(),
    fenced(readFileSync(ICONS, "utf8").trim()),
  ].join("\n\n")
  return format(text, { ...(await resolveConfig(THIRD_PARTY)), parser: "markdown" })
}

if (import.meta.main) writeFileSync(THIRD_PARTY, await thirdPartyDocument())
