/** The value that a share of the values is below, such as 0.5 for the median. */
export function quantile(values: number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)

/** Rounded to as many decimals. */
export function round(value: number, decimals = 0) {
  return Number(value.toFixed(decimals))
}
