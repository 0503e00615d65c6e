import type { PageData } from '@render/outputs'

/** Longer values would make results hard to handle. */
const MAX_BYTES = 256 * 1024

/** Returns whether a value is short enough for the result itself. */
export function fitsInline(value: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES
}

/** The warning for a member that the result leaves out; the file has it. */
export function leftOut(member: keyof PageData, address: string): string {
  return `"${member}" is larger than ${MAX_BYTES / 1024} kB and was left out of the result; "${address}" has the file.`
}
