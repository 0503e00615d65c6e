// Preload (`node --import`): shifts the wall clock by CLOCK_SHIFT_MS. Monotonic clocks are unchanged.
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
