import type { ComposeService } from './compose-file.ts'

interface Variable {
  default?: unknown
  /** Says with which values of all variables it is required; without this it always is, unless it has a default. */
  requiredWhen?: (values: Record<string, unknown>) => boolean | undefined
}

/** A configuration's variables by name. */
export type Declared = Record<string, Variable>

/** Returns the names that a configuration requires, given the values of some variables. */
export function requiredNames(declared: Declared, given: Record<string, unknown>): string[] {
  const defaults = Object.entries(declared).map(([name, spec]) => [name, spec.default])
  const values = { ...(Object.fromEntries(defaults) as Record<string, unknown>), ...given }
  return Object.entries(declared)
    .filter(([, spec]) => spec.default === undefined && (spec.requiredWhen?.(values) ?? true))
    .map(([name]) => name)
}

/** Sources of a container's environment. */
export interface Sources {
  /** Names that the image sets for every container. */
  image: Iterable<string>
  /** Names in the secret file that the container reads. */
  secret: Iterable<string>
}

/** Returns the problems of the environment of a container that runs one of our programs. */
export function environmentProblems(
  name: string,
  { environment = {} }: ComposeService,
  declared: Declared,
  { image, secret }: Sources,
): string[] {
  const open = Object.keys(environment)
  const secretNames = [...secret]
  const given = new Set([...image, ...open, ...secretNames])
  return [
    ...[...open, ...secretNames]
      .filter((variable) => !Object.hasOwn(declared, variable))
      .map((variable) => `${name} is given ${variable}, which its configuration does not read`),
    ...open
      .filter((variable) => secretNames.includes(variable))
      .map((variable) => `${name} is given ${variable} twice, openly and in its secret file`),
    ...requiredNames(declared, {
      ...Object.fromEntries([...given].map((each) => [each, ''])),
      ...environment,
    })
      .filter((variable) => !given.has(variable))
      .map((variable) => `${name} is not given ${variable}, which its configuration requires`),
  ]
}

/** Variables of third-party images, from their documentation. */
const OF_OTHERS: Record<string, readonly string[]> = {
  postgres: [
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'POSTGRES_PASSWORD_FILE',
    'POSTGRES_INITDB_ARGS',
  ],
}

/** Returns the problems of the environment of a container of a third-party image. */
export function foreignEnvironmentProblems(name: string, { environment = {} }: ComposeService): string[] {
  return Object.keys(environment)
    .filter((variable) => !OF_OTHERS[name]?.includes(variable))
    .map((variable) => `${name} is given ${variable}, which is not known to be read by its image`)
}
