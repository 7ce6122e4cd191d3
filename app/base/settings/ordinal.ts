/** What stands above one of several: « Round 1 », or its number alone where such words do not fit. */
export function ordinal(number: number, { isNeutral, round }: { isNeutral: boolean; round: string }) {
  return isNeutral ? String(number) : `${round} ${number}`
}
