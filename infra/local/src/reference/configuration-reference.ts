import { pathToFileURL } from 'node:url'
import { describeEnvironment, type Environment, type VariableDescription } from '@render/runtime'
import { SERVICES, type ServiceName } from '../stack/service-environment.ts'
import { checkout } from '../state/checkout.ts'

interface Service {
  name: ServiceName
  variables: VariableDescription[]
}

const HEADER = `# Configuration

This page is generated: change the descriptions in the \`config.ts\` of a service or the files that it imports variables from,
such as those in \`packages/service/src\`, and run \`npm run generate\`.

Environment variables configure the services. A service reports all invalid and missing variables at its start and exits.
It logs its configuration, without the values of secrets. \`npm start\` sets every required variable and \`HOST\`
(127.0.0.1), adds its own listeners to \`OWN_LISTENERS\`, and passes on the others from its own environment.

Lists are separated by commas. Switches are \`on\`, \`true\`, \`1\` or \`off\`, \`false\`, \`0\`.
`

/** Returns docs/configuration.md: the variables that several services read, then those of each service. */
export async function writeConfigurationReference(): Promise<string> {
  const services = await Promise.all(
    SERVICES.toReversed().map(async (name) => ({
      name,
      variables: await readVariables(name, 'environment'),
    })),
  )
  const seed = await readVariables('management', 'seedEnvironment')
  const names = new Set(services.flatMap(({ variables }) => variables.map(({ name }) => name)))
  const shared = [...names].filter((name) => readersOf(name, services).length > 1)
  const own = [
    ...services.map(({ name, variables }) => ({
      title: `\`${name}\``,
      variables: variables.filter((variable) => !shared.includes(variable.name)),
    })),
    { title: 'Seed of the database', variables: seed.filter((variable) => !names.has(variable.name)) },
  ].map(({ title, variables }) =>
    section(title, ['Variable', 'Valid', 'Default', 'Meaning'], variables.map(rowOf)),
  )
  const sharedRows = shared.map((name) => sharedRowOf(name, services))
  return [
    HEADER,
    section('Several services', ['Variable', 'Read by', 'Valid', 'Default', 'Meaning'], sharedRows),
    ...own,
  ].join('\n')
}

async function readVariables(service: ServiceName, exported: string): Promise<VariableDescription[]> {
  const config = pathToFileURL(`${checkout}/services/${service}/src/config.ts`).href
  const module = (await import(config)) as Record<string, Environment>
  return describeEnvironment(module[exported]!)
}

function readersOf(
  name: string,
  services: Service[],
): { service: ServiceName; variable: VariableDescription }[] {
  return services.flatMap(({ name: service, variables }) =>
    variables.filter((variable) => variable.name === name).map((variable) => ({ service, variable })),
  )
}

function sharedRowOf(name: string, services: Service[]): string[] {
  const readers = readersOf(name, services)
  const [{ variable }] = readers as [(typeof readers)[number]]
  const defaults = new Set(readers.map(({ variable }) => defaultOf(variable)))
  const value =
    defaults.size === 1
      ? defaultOf(variable)
      : readers.map(({ service, variable }) => `${service}: ${defaultOf(variable)}`).join('; ')
  const readBy = readers.length === services.length ? 'all' : readers.map(({ service }) => service).join(', ')
  return [`\`${name}\``, readBy, variable.valid, value, meaningOf(variable)]
}

function rowOf(variable: VariableDescription): string[] {
  return [`\`${variable.name}\``, variable.valid, defaultOf(variable), meaningOf(variable)]
}

function defaultOf({ default: value, when }: VariableDescription): string {
  if (value === undefined) return when === undefined ? '**required**' : `**required** ${when}`
  return value === '' ? 'empty' : `\`${value.replace(`${checkout}/`, '')}\``
}

function meaningOf({ desc, isSecret }: VariableDescription): string {
  const sentence = `${desc[0]!.toUpperCase()}${desc.slice(1)}${desc.endsWith('.') ? '' : '.'}`
  return isSecret ? `${sentence} Secret.` : sentence
}

function section(title: string, head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
  )
  return `## ${title}\n\n${lines.join('\n')}\n`
}
