export const MIGRATION = "/admin/moving"
export const MIGRATION_OUT = "/admin/moving/out"
