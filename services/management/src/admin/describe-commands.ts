import type { Command } from './command.ts'

/** Returns the overview of all commands. */
export function describeCommands(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Commands for operators. Each prints its result as JSON; --help shows its options.',
    '',
    ...lines,
  ].join('\n')
}

/** Returns the usage of a command. */
export function describeCommand({ name, summary, options }: Command): string {
  const rows = Object.entries(options).map(([option, { value, about, isRequired, choices }]) => ({
    usage: isRequired ? `--${option} ${value}` : `[--${option} ${value}]`,
    line: `--${option} ${value}`,
    about: choices ? `${about}: ${choices.join(', ')}` : about,
  }))
  const width = Math.max(0, ...rows.map(({ line }) => line.length))
  return [
    `${name}: ${summary}`,
    '',
    `  ${[name, ...rows.map(({ usage }) => usage)].join(' ')}`,
    ...(rows.length > 0 ? [''] : []),
    ...rows.map(({ line, about }) => `  ${line.padEnd(width)}  ${about}`),
  ].join('\n')
}
