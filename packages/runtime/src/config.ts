// The only file that reads process.env. A service declares its variables once; all problems are reported together.
import { cleanEnv, EnvMissingError, type Spec } from 'envalid'
import { describeSpec, isSecret } from './variable-kinds.ts'

/** The environment variables that a program reads, by name. */
export type Environment = Record<string, Spec<unknown>>
/** The parsed values of an environment. */
export type Values<E extends Environment> = {
  readonly [N in keyof E]: E[N] extends Spec<infer T> ? T : never
}

export interface VariableDescription {
  name: string
  desc: string
  /** Valid values, in a few words. */
  valid: string
  /** The text that the environment would contain; undefined when the variable is required. */
  default?: string
  /** When a variable is required that otherwise may be missing, such as `with MODE=fast`. */
  when?: string
  isSecret: boolean
}

/**
 * Parses and freezes the environment.
 * @throws {Error} that names every invalid or missing variable.
 */
export function readConfig<E extends Environment>(
  environment: E,
  source: NodeJS.ProcessEnv = process.env,
): Values<E> {
  const values = cleanEnv(source, environment, {
    reporter({ errors }) {
      const problems = Object.entries(errors).map(([name, error]) => {
        const spec = environment[name]!
        const { when } = describeSpec(spec)
        const required = when === undefined ? 'is required' : `is required ${when}`
        const problem = error instanceof EnvMissingError ? required : (error as Error).message
        return `  ${name}: ${problem} (${spec.desc})`
      })
      if (problems.length > 0) throw new Error(`Invalid configuration:\n${problems.join('\n')}`)
    },
  })
  return Object.freeze({ ...values }) as unknown as Values<E>
}

/** Returns a configuration as a log may show it, without secrets. */
export function printable<E extends Environment>(environment: E, values: Values<E>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, spec]) => [name, isSecret(spec) ? '(secret)' : values[name]]),
  )
}

/** Describes the variables of an environment, for documentation. */
export function describeEnvironment(environment: Environment): VariableDescription[] {
  return Object.entries(environment).map(([name, spec]) => ({
    name,
    desc: spec.desc!,
    ...describeSpec(spec),
    isSecret: isSecret(spec),
  }))
}

/** Returns the variables of this process, for the environment of a program that it starts. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env }
}
