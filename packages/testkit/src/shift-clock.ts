// Preloaded into a process (`node --import`) to move its wall clock by CLOCK_SHIFT_MS. Durations stay monotonic.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...values: unknown[]) {
    if (values.length === 0) super(RealDate.now() + shiftMs)
    else super(...(values as [number]))
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
