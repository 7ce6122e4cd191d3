/**
 * The database’s locks by name. Any numbers will do, as long as no two are the same; the function that makes the first account an
 * admin has 2_025_110_3 (drizzle/0002_accounts-and-log.sql).
 */
export const ADVISORY_LOCKS = {
  migrations: 2_025_110_1,
  episodes: 2_025_110_2,
  restore: 2_025_110_4,
  starterContent: 2_025_110_5,
  retention: 2_025_110_6,
  searchIndex: 2_025_110_57,
  settings: 2_025_112_3,
  mediaLibrary: 2_025_112_4,
  redirectRules: 2_025_112_5,
  fileCopies: 2_026_112_3,
  jobs: 2_026_112_6,
  confirmationSlots: 2_026_112_5,
  letters: 2_026_112_7,
  importedFigures: 2_026_112_8,
  movingLetter: 2_026_112_9,
  automaticLetters: 8_201_147,
} as const
