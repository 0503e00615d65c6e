import { parseArgs } from 'node:util'
import { messageOfError } from '../database/message-of-error.ts'
import { createAdminContext } from './admin-context.ts'
import { UsageError, type Command, type Given } from './command.ts'
import { commands } from './commands.ts'
import { describeCommand, describeCommands } from './describe-commands.ts'

interface Output {
  /** Exit code of the process: 1 when the command failed, 2 for an invalid command line. */
  exitCode: 0 | 1 | 2
  text: string
}

/** Runs the command of a command line. */
export async function runAdmin(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Output> {
  const [name = 'help', ...rest] = args
  if (name === 'help' || name === '--help') return { exitCode: 0, text: describeCommands(commands) }
  const command = commands.find((each) => each.name === name)
  if (!command) return { exitCode: 2, text: `Unknown command "${name}".\n\n${describeCommands(commands)}` }
  if (rest.includes('--help')) return { exitCode: 0, text: describeCommand(command) }
  try {
    const given = parseOptions(command, rest)
    await using context = createAdminContext(environment)
    return { exitCode: 0, text: JSON.stringify(await command.run(context, given), null, 2) }
  } catch (error) {
    if (error instanceof UsageError)
      return { exitCode: 2, text: `${error.message}\n\n${describeCommand(command)}` }
    return { exitCode: 1, text: messageOfError(error) }
  }
}

/** @throws {UsageError} for an unknown, missing or invalid option. */
function parseOptions({ options }: Command, args: readonly string[]): Given {
  const given = parseFlags(Object.keys(options), args)
  for (const [name, { isRequired, choices }] of Object.entries(options)) {
    const value = given[name]
    if (isRequired && !value) throw new UsageError(`--${name} is required.`)
    if (value !== undefined && choices && !choices.includes(value))
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`)
  }
  return given
}

function parseFlags(names: string[], args: readonly string[]): Given {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    })
    return values
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}
