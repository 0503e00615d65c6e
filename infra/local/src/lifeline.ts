import { existsSync } from 'node:fs'

const SETPRIV = '/usr/bin/setpriv'

/**
 * Lets the kernel end a process when its supervisor dies without a chance to (Linux with util-linux). Elsewhere such
 * orphans are found and ended by the next start.
 */
export function withLifeline(
  command: readonly [string, ...string[]],
  signal: NodeJS.Signals,
): readonly [string, ...string[]] {
  if (process.platform !== 'linux' || !existsSync(SETPRIV)) return command
  return [SETPRIV, '--pdeathsig', signal.replace('SIG', ''), '--', ...command]
}
