import pino from 'pino'

export type Logger = pino.Logger

/** Writes JSON lines to standard output. Callers pass ids and counts, never addresses or option values. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    name: service,
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', '*.authorization', 'cookie', '*.cookie', '*.secret'],
      censor: '(secret)',
    },
  })
}
