import type { ComposeService } from './compose-file.ts'

/** A configuration's variables by name; those with a default are optional. */
export type Declared = Record<string, { default?: unknown }>

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
    ...Object.entries(declared)
      .filter(([variable, spec]) => spec.default === undefined && !given.has(variable))
      .map(([variable]) => `${name} is not given ${variable}, which its configuration requires`),
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
  minio: ['MINIO_CONFIG_ENV_FILE'],
}

/** Returns the problems of the environment of a container of a third-party image. */
export function foreignEnvironmentProblems(name: string, { environment = {} }: ComposeService): string[] {
  return Object.keys(environment)
    .filter((variable) => !OF_OTHERS[name]?.includes(variable))
    .map((variable) => `${name} is given ${variable}, which is not known to be read by its image`)
}
