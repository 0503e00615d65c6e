import { parseArgs } from 'node:util'
import { RenderError } from '@render/errors'
import { createAdminContext } from './admin-context.ts'
import { WrongUse, type Command, type Given } from './command.ts'
import { commands } from './commands.ts'
import { describeCommand, describeCommands } from './help.ts'

interface Printed {
  /** Of the process: 0, 1 when it failed, 2 when nobody could tell what was wanted. */
  exitCode: 0 | 1 | 2
  text: string
}

/** Does what the words of a command line ask for, with the configuration of the service. */
export async function runAdmin(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<Printed> {
  const [name = 'help', ...rest] = words
  if (name === 'help' || name === '--help') return { exitCode: 0, text: describeCommands(commands) }
  const command = commands.find((each) => each.name === name)
  if (!command)
    return { exitCode: 2, text: `There is no command "${name}".\n\n${describeCommands(commands)}` }
  if (rest.includes('--help')) return { exitCode: 0, text: describeCommand(command) }
  try {
    const given = read(command, rest)
    await using context = createAdminContext(environment)
    return { exitCode: 0, text: JSON.stringify(await command.run(context, given), null, 2) }
  } catch (error) {
    if (error instanceof WrongUse)
      return { exitCode: 2, text: `${error.message}\n\n${describeCommand(command)}` }
    return { exitCode: 1, text: sentenceOf(error) }
  }
}

/** @throws {WrongUse} */
function read({ options }: Command, words: readonly string[]): Given {
  const given = parse(Object.keys(options), words)
  for (const [name, { isRequired, choices }] of Object.entries(options)) {
    const value = given[name]
    if (isRequired && !value) throw new WrongUse(`--${name} is missing.`)
    if (value !== undefined && choices && !choices.includes(value))
      throw new WrongUse(`--${name} must be one of ${choices.join(', ')}.`)
  }
  return given
}

function parse(names: string[], words: readonly string[]): Given {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    })
    return values
  } catch (error) {
    throw new WrongUse((error as Error).message, { cause: error })
  }
}

/** Of what the database's client throws, the last line says what went wrong; those before it quote our code. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof RenderError || !message.includes('\n\n')
    ? message
    : message.trim().split('\n').at(-1)!
}
