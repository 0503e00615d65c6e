import type { PageData } from '@render/outputs'

/** Longer values would make results hard to handle. */
const MAX_BYTES = 256 * 1024

/** Returns whether a value is short enough for the result itself. */
export function fitsInline(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES
}

/** Returns a function that says whether the result also has room for the next of several values. */
export function createInlineBudget(): (value: unknown) => boolean {
  let bytes = 0
  return (value) => {
    const more = Buffer.byteLength(JSON.stringify(value))
    if (bytes + more > MAX_BYTES) return false
    bytes += more
    return true
  }
}

/** The warning for a member that the result leaves out; the file has it. */
export function leftOut(member: keyof PageData, address: string): string {
  return `"${member}" is larger than ${MAX_BYTES / 1024} kB and was left out of the result; "${address}" has the file.`
}

/** The warning for headers that the result leaves out, which no file has. */
export function headersLeftOut(option: string, count: number): string {
  return `"${option}" left out ${count} headers: together they are larger than ${MAX_BYTES / 1024} kB.`
}
