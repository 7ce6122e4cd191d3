import { chmodSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

/** SQLite's word for a lock that somebody else has. */
const SQLITE_BUSY = 5
const INTERVAL_MS = 20

/** A process's share in a data folder, for as long as it lives or until it leaves. */
export type FolderUse = {
  /** Nobody else had the folder when this use began. */
  isFirst: boolean
  /** Gives the share back. @returns true when nobody else has one: whoever had the turn was the last */
  leave: () => boolean
}

/**
 * Lets one process at a time start or stop what those that use a data folder share; the others wait. Turns and shares
 * are locks of the operating system (open SQLite transactions): they end with their process, however that ends, so that
 * a killed one never leaves a stale lock behind.
 *
 * @returns what `work` returns
 */
export async function takeTurn<Result>(dataDir: string, work: () => Promise<Result>) {
  for (;;) {
    const end = takeTurnNow(dataDir)
    if (end) {
      try {
        return await work()
      } finally {
        end()
      }
    }
    await sleep(INTERVAL_MS)
  }
}

/** @returns the function that ends the turn, or undefined when somebody else has it */
export function takeTurnNow(dataDir: string) {
  const lock = open(join(dataDir, "lock"))
  if (lockWhole(lock)) return () => lock.close()
  lock.close()
  return undefined
}

/** Takes a share in a data folder. Only to be called and left within a turn. */
export function useFolder(dataDir: string): FolderUse {
  const lock = open(join(dataDir, "users"))
  const isFirst = lockWhole(lock)
  if (isFirst) lock.exec("ROLLBACK")
  lock.exec("BEGIN; SELECT 1 FROM sqlite_schema")
  return {
    isFirst,
    leave() {
      lock.exec("ROLLBACK")
      const isLast = lockWhole(lock)
      lock.close()
      return isLast
    },
  }
}

function open(file: string) {
  const database = new DatabaseSync(file)
  chmodSync(file, 0o600)
  return database
}

function lockWhole(lock: DatabaseSync) {
  try {
    // Nothing is ever written: no journal is to lie beside the file.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE")
    return true
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false
    throw error
  }
}
