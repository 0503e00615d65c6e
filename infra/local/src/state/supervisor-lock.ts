import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { identify, isAlive, type ProcessIdentity } from '../process/process-identity.ts'

/** Thrown when another supervisor runs on a state folder. */
export class AlreadyRunning extends Error {
  readonly supervisor: ProcessIdentity

  constructor(directory: string, supervisor: ProcessIdentity) {
    super(`A stack is already running in ${directory} (process ${supervisor.pid}).`)
    this.supervisor = supervisor
  }
}

/** Makes this process the only supervisor of a state folder until disposal; takes over the lock of a dead process. */
export function acquireSupervisorLock(directory: string): Disposable & { supervisor: ProcessIdentity } {
  const file = `${directory}/supervisor.json`
  const supervisor = ownIdentity()
  while (!writeNew(file, supervisor)) {
    const holder = read(file)
    if (holder && isAlive(holder)) throw new AlreadyRunning(directory, holder)
    rmSync(file, { force: true })
  }
  return { supervisor, [Symbol.dispose]: () => rmSync(file, { force: true }) }
}

/** Returns the supervisor of a state folder; undefined when none is running. */
export function supervisorOf(directory: string): ProcessIdentity | undefined {
  const holder = read(`${directory}/supervisor.json`)
  return holder && isAlive(holder) ? holder : undefined
}

function ownIdentity(): ProcessIdentity {
  const identity = identify(process.pid)
  if (!identity) throw new Error('Cannot read the process table (/proc or ps).')
  return identity
}

function writeNew(file: string, identity: ProcessIdentity): boolean {
  try {
    writeFileSync(file, JSON.stringify(identity), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns undefined when the file is missing, or incomplete because its writer was killed. */
function read(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
