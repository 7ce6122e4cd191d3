/** `--import`ed before the site: its clock is another one by `CLOCK_SHIFT_MS`. The monotonic clock stays as it is. */
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class MovedDate extends RealDate {
  constructor(...values: [] | [number | string | Date]) {
    if (values.length === 0) super(MovedDate.now())
    else super(...values)
  }
  static override now() {
    return RealDate.now() + shift
  }
}

globalThis.Date = MovedDate as DateConstructor
