/** An instruction of a Dockerfile that changes files or the settings of later ones. */
export type Step =
  | { kind: 'run'; command: string }
  | { kind: 'copy'; from?: string; sources: string[]; destination: string }
  | { kind: 'environment'; values: Record<string, string> }
  | { kind: 'argument'; name: string; value?: string }
  | { kind: 'directory'; path: string }
  | { kind: 'user'; name: string }
  | { kind: 'health'; command: string[] }

export interface Stage {
  name?: string
  /** An image, or the name of an earlier stage. */
  base: string
  steps: Step[]
}

/**
 * Parses the subset of the Dockerfile language that this project uses. Replaces variables in FROM, COPY, WORKDIR and ENV, as
 * an engine does; in RUN the shell replaces them.
 * @throws {Error} for anything else.
 */
export function parseDockerfile(text: string): Stage[] {
  const global: Record<string, string> = {}
  const stages: Stage[] = []
  for (const { instruction, rest } of instructions(text)) {
    const stage = stages.at(-1)
    if (instruction === 'FROM') {
      const [, base, name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? refuse(`FROM ${rest}`)
      stages.push({ base: substitute(base!, global), name, steps: [] })
    } else if (stage) {
      stage.steps.push(readStep(instruction, rest, variablesOf(stage)))
    } else if (instruction === 'ARG') {
      const [name, value] = splitOnce(rest, '=')
      global[name] = value ?? ''
    } else refuse(`${instruction} before FROM`)
  }
  return stages
}

/** Returns the variables that later lines of a stage see. */
export function variablesOf({ steps }: Stage): Record<string, string> {
  return Object.assign(
    {},
    ...steps.map((step) => {
      if (step.kind === 'environment') return step.values
      return step.kind === 'argument' && step.value !== undefined ? { [step.name]: step.value } : {}
    }),
  ) as Record<string, string>
}

function readStep(instruction: string, rest: string, variables: Record<string, string>): Step {
  switch (instruction) {
    case 'RUN':
      return rest.startsWith('--') || rest.startsWith('[')
        ? refuse(`RUN ${rest}`)
        : { kind: 'run', command: rest }
    case 'COPY':
      return readCopy(substitute(rest, variables))
    case 'ENV':
      return { kind: 'environment', values: readPairs(substitute(rest, variables)) }
    case 'ARG': {
      const [name, value] = splitOnce(rest, '=')
      return { kind: 'argument', name, value }
    }
    case 'WORKDIR':
      return { kind: 'directory', path: substitute(rest, variables) }
    case 'USER':
      return { kind: 'user', name: rest }
    case 'HEALTHCHECK': {
      const [, command] = /CMD\s+(\[.*\])$/.exec(rest) ?? refuse(`HEALTHCHECK ${rest}`)
      return { kind: 'health', command: JSON.parse(command!) as string[] }
    }
    default:
      return refuse(instruction)
  }
}

function readCopy(rest: string): Step {
  const words = rest.split(/\s+/)
  const from = words[0]?.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
  const destination = words.pop()
  if (!destination || words.length === 0 || words.some((word) => /^--|[*?[]/.test(word)))
    refuse(`COPY ${rest}`)
  return { kind: 'copy', from, sources: words, destination }
}

function readPairs(rest: string): Record<string, string> {
  const pairs = rest.split(/\s+/).map((pair) => splitOnce(pair, '='))
  if (pairs.some(([, value]) => value === undefined || /["'\\]/.test(value))) refuse(`ENV ${rest}`)
  return Object.fromEntries(pairs) as Record<string, string>
}

/** Returns instructions with continuation lines joined and without comments and empty lines. */
function instructions(text: string): { instruction: string; rest: string }[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const joined = lines.join('\n').replaceAll(/\\[ \t]*\n/g, '')
  return joined.split('\n').map((line) => {
    const [, instruction, rest] = /^\s*([A-Za-z]+)\s+(.*?)\s*$/.exec(line) ?? refuse(line)
    return { instruction: instruction!.toUpperCase(), rest: rest! }
  })
}

function substitute(text: string, variables: Record<string, string>): string {
  return text.replaceAll(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (_, braced?: string, bare?: string) => variables[(braced ?? bare)!] ?? '',
  )
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

function refuse(what: string): never {
  throw new Error(`Unsupported Dockerfile instruction: ${what}`)
}
