import { readFile } from 'node:fs/promises'
import { parsePlan, type Plan } from './plan.ts'

export interface PlansFile {
  /** As they were when the file could last be read. */
  plans: () => readonly Plan[]
  /** Reads it again. @throws {Error} that names all that is wrong with it. */
  read: () => Promise<readonly Plan[]>
}

/**
 * The file that operators keep plans in, a JSON list of them.
 * @throws {Error} that names all that is wrong with it.
 */
export async function openPlansFile(path: string): Promise<PlansFile> {
  let plans = await readPlans(path)
  return {
    plans: () => plans,
    read: async () => (plans = await readPlans(path)),
  }
}

async function readPlans(path: string): Promise<Plan[]> {
  const refuse = (problems: string[]) =>
    new Error(
      `The plans of ${path} are not right (PLANS_FILE):\n${problems.map((one) => `  ${one}`).join('\n')}`,
    )
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw refuse([error.message])
  })
  let listed: unknown
  try {
    listed = JSON.parse(text)
  } catch (error) {
    throw refuse([`It is no JSON: ${(error as Error).message}`])
  }
  if (!Array.isArray(listed)) throw refuse(['It must be a list of plans.'])
  const parsed = listed.map(parsePlan)
  const plans = parsed.flatMap((one) => ('plan' in one ? [one.plan] : []))
  const problems = parsed.flatMap((one, at) =>
    'faults' in one
      ? one.faults.map(({ member, message }) => sentenceOf(listed[at], at, member, message))
      : [],
  )
  const names = plans.map(({ name }) => name)
  const twins = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  for (const name of twins) problems.push(`Several plans are called "${name}".`)
  if (problems.length > 0) throw refuse(problems)
  return plans
}

function sentenceOf(value: unknown, at: number, member: string, message: string): string {
  const { name } = (value ?? {}) as { name?: unknown }
  const plan = typeof name === 'string' && name !== '' ? `Plan "${name}"` : `Plan ${at + 1}`
  return `${plan}: ${member === '' ? 'it' : `"${member}"`} ${message}.`
}
