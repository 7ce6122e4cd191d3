/** The pages worth a link: the ends and those around the current one, with `null` where some are left out. */
export function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pageCount])].filter(
    (number) => number >= 1 && number <= pageCount,
  )
  return shown
    .toSorted((a, b) => a - b)
    .flatMap((number, index, all) => {
      const skipped = number - (all[index - 1] ?? 0) - 1
      if (skipped === 0) return [number]
      // A gap of one page takes no less room than its number.
      return skipped === 1 ? [number - 1, number] : [null, number]
    })
}
