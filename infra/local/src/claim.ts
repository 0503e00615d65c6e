import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts'

/** Two supervisors must never run on one state folder. */
export class AlreadyRunning extends Error {
  readonly supervisor: ProcessIdentity

  constructor(directory: string, supervisor: ProcessIdentity) {
    super(`A stack already runs on ${directory} (process ${supervisor.pid}).`)
    this.supervisor = supervisor
  }
}

/** Makes this process the supervisor of a state folder, until disposal; a dead one's claim is taken over. */
export function claim(directory: string): Disposable & { supervisor: ProcessIdentity } {
  const file = `${directory}/supervisor.json`
  const supervisor = ourselves()
  while (!writeNew(file, supervisor)) {
    const holder = read(file)
    if (holder && isAlive(holder)) throw new AlreadyRunning(directory, holder)
    rmSync(file, { force: true })
  }
  return { supervisor, [Symbol.dispose]: () => rmSync(file, { force: true }) }
}

/** Who supervises this state folder; undefined when nobody does. */
export function supervisorOf(directory: string): ProcessIdentity | undefined {
  const holder = read(`${directory}/supervisor.json`)
  return holder && isAlive(holder) ? holder : undefined
}

function ourselves(): ProcessIdentity {
  const identity = identify(process.pid)
  if (!identity) throw new Error('The table of processes (/proc or ps) cannot be read.')
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

/** Undefined when there is none, or one whose writer was killed in the middle. */
function read(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
