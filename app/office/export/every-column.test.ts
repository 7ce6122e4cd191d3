import { getTableColumns, getTableName } from "drizzle-orm"
import { expect, test } from "vitest"
import { z } from "zod"
import { GROUPS } from "#app/base/settings/groups.ts"
import { EXPORTED, LEFT_GROUPS, LEFT_OUT } from "#test/exported.ts"
import { tables } from "#test/schema.ts"
import { EXPORTED_GROUPS } from "./exported-settings.server.ts"
import { SHAPES } from "./shapes.ts"

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Whether lines of a shape have a field, such as `sound.bytes`. */
function hasField(schema: Schema, path: string): boolean {
  const [first = "", ...rest] = path.split(".")
  const inner = [schema, ...(schema.anyOf ?? [])].map((one) => one.items ?? one)
  const found = inner.flatMap(({ properties }) => properties?.[first] ?? [])
  return rest.length === 0 ? found.length > 0 : found.some((one) => hasField(one, rest.join(".")))
}

test("52.3 every table is in the export, or left out for a reason", () => {
  const names = tables.map(getTableName)
  expect([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].toSorted()).toEqual(names.toSorted())
})

test.each(
  tables
    .filter((table) => getTableName(table) in EXPORTED)
    .map((table) => [getTableName(table), table] as const),
)("every column of %s is a field of the export, or left out for a reason", (name, table) => {
  const { shape = "episodes", named = {}, left = {} } = EXPORTED[name] ?? {}
  const schema = z.toJSONSchema(SHAPES[shape]) as Schema
  const columns = Object.keys(getTableColumns(table))
  expect(columns.filter((column) => !(column in left) && !hasField(schema, named[column] ?? column))).toEqual(
    [],
  )
  const known = new Set([...columns, "isStarter", "reviewAskedAt"])
  expect([...Object.keys(named), ...Object.keys(left)].filter((column) => !known.has(column))).toEqual([])
})

test("every group of settings is in the export, or left out for a reason", () => {
  expect([...EXPORTED_GROUPS, ...Object.keys(LEFT_GROUPS)].toSorted()).toEqual(Object.keys(GROUPS).toSorted())
})
