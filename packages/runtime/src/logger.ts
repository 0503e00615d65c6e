import pino from 'pino'

export type Logger = pino.Logger

/** JSON lines on standard output. Callers pass ids and counts; addresses and option values are never logged. */
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
