/** Bounds all attempts of a render together, pauses included. */
export const ALL_ATTEMPTS_MS = 15 * 60_000
