import { readFile, stat } from 'node:fs/promises'
import type { FieldError } from '../api/api-error.ts'
import { parsePlan, type Plan } from './plan.ts'

export interface PlansFile {
  /** The plans of the last successful read. */
  plans: () => readonly Plan[]
  /** Reads the file again if it has changed since the last successful read. @throws {Error} that lists every error in it. */
  read: () => Promise<readonly Plan[]>
}

/**
 * Reads the operator's plans file, a JSON array of plans.
 * @throws {Error} that lists every error in it.
 */
export async function openPlansFile(path: string): Promise<PlansFile> {
  let state = await stateOf(path)
  let plans = await readPlans(path)
  return {
    plans: () => plans,
    async read() {
      const now = await stateOf(path)
      if (now !== undefined && now === state) return plans
      plans = await readPlans(path)
      state = now
      return plans
    },
  }
}

/** Age of a change from which a further one has another time. */
const SETTLED_MS = 1000

/** Returns a text that changes with the file; undefined when the file cannot be read or has just changed. */
async function stateOf(path: string): Promise<string | undefined> {
  const file = await stat(path).catch(() => undefined)
  if (!file || Date.now() - file.ctimeMs < SETTLED_MS) return undefined
  return [file.ino, file.size, file.ctimeMs].join()
}

async function readPlans(path: string): Promise<Plan[]> {
  const invalid = (problems: string[]) =>
    new Error(`Invalid plans file ${path} (PLANS_FILE):\n${problems.map((line) => `  ${line}`).join('\n')}`)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw invalid([error.message])
  })
  let listed: unknown
  try {
    listed = JSON.parse(text)
  } catch (error) {
    throw invalid([`It must be JSON: ${(error as Error).message}`])
  }
  if (!Array.isArray(listed)) throw invalid(['It must be an array of plans.'])
  const parsed = listed.map(parsePlan)
  const plans = parsed.flatMap((result) => ('plan' in result ? [result.plan] : []))
  const problems = parsed.flatMap((result, index) =>
    'errors' in result ? result.errors.map((error) => describe(error, listed[index], index)) : [],
  )
  const names = plans.map(({ name }) => name)
  const duplicates = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  for (const name of duplicates) problems.push(`Several plans have the name "${name}".`)
  if (problems.length > 0) throw invalid(problems)
  return plans
}

function describe({ path, message }: FieldError, value: unknown, index: number): string {
  const { name } = (value ?? {}) as { name?: unknown }
  const plan = typeof name === 'string' && name !== '' ? `Plan "${name}"` : `Plan ${index + 1}`
  return `${plan}: ${path === '' ? 'it' : `"${path}"`} ${message}.`
}
