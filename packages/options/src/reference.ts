import type { FieldDescription, OptionDescription } from './describe.ts'
import type { Format } from './formats.ts'
import type { OptionState } from './state.ts'

/** The reference page of the options, in Markdown: a table per group, and one for the members of each object. */
export function writeReference(options: readonly OptionDescription[]): string {
  const groups = [...Map.groupBy(options, ({ group }) => group)]
  const sections = groups.map(([group, members]) => sectionOf(group, members))
  const contents = groups.map(([group]) => `- [${titleOf(group)}](#${anchorOf(titleOf(group))})`)
  return `${[introduction(options), contents.join('\n'), ...sections].join('\n\n')}\n`
}

const STATES: Record<OptionState, string> = {
  works: 'it does what is said of it',
  planned: 'it is checked and kept, has no effect yet, and an answer names it in `warnings`',
  accepted: 'clients send it; it has no effect here, for the reason given',
}

function introduction(options: readonly OptionDescription[]): string {
  const states = Object.entries(STATES).map(([state, meaning]) => {
    const count = options.filter((option) => option.state === state).length
    return `- **${state}** (${count}): ${meaning}.`
  })
  return `<!-- Written by npm run generate. Change the rows in packages/options/src/groups instead. -->

# Options

The ${options.length} options of a render, sent as JSON or as a form to \`POST /v1/render/sync\` and
\`POST /v1/render/async\`. One of \`url\` and \`html\` is required. Every name may be written in snake_case or camelCase.
Numbers may be sent as text. What is true or false may also be sent as 1, 0, yes, no, on or off. Letter case and
punctuation of words do not matter. \`null\` is as good as absent.

The same is told by \`GET /v1/options\`, and of one option by \`GET /v1/options/{name}\`: there with the bounds that the
operator set, here with the usual ones.

The state of an option:

${states.join('\n')}

A secret is sealed on its way through the service, and kept out of records and logs.`
}

function sectionOf(group: string, members: readonly OptionDescription[]): string {
  const shared = sharedFormats(members)
  const tables = members.flatMap(({ name, fields }) => membersOf(name, fields))
  return [
    `## ${titleOf(group)}`,
    ...(shared ? [`Only for ${shared.join(', ')}.`] : []),
    tableOf(
      ['Option', 'Value', 'Default', 'Meaning', 'State'],
      members.map((option) => [
        `\`${option.name}\``,
        valueOf(option),
        defaultOf(option),
        meaningOf(option, shared),
        option.state,
      ]),
    ),
    ...tables,
  ].join('\n\n')
}

/** The tables of an object's members, and of theirs. */
function membersOf(path: string, fields: readonly FieldDescription[] = []): string[] {
  if (fields.length === 0) return []
  const rows = fields.map((field) => [`\`${field.name}\``, valueOf(field), meaningOf(field)])
  const table = tableOf(['Member', 'Value', 'Meaning'], rows)
  const inner = fields.flatMap(({ name, fields }) => membersOf(`${path}.${name}`, fields))
  return [`### Members of \`${path}\``, table, ...inner]
}

function valueOf({ expects, synonyms = {} }: Pick<FieldDescription, 'expects' | 'synonyms'>): string {
  const others = Object.entries(synonyms).map(([word, value]) => `${word} for ${value}`)
  const value = expects.replace(' (also 1, 0, yes, no, on, off)', '')
  return escape(others.length > 0 ? `${value}; also ${others.join(', ')}` : value)
}

function defaultOf({ default: value }: OptionDescription): string {
  return value === undefined ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function meaningOf(
  option: Pick<OptionDescription, 'description' | 'isSecret'> & Partial<Omit<OptionDescription, 'name'>>,
  shared?: readonly Format[],
): string {
  const { description, formats, needs, aliasOf, shortFor, reason, examples, isSecret } = option
  const sentences = [
    escape(description),
    aliasOf && `Another name of \`${aliasOf}\`.`,
    shortFor && `Stands for ${codes(shortFor)}.`,
    formats && !shared && `Only for ${formats.join(', ')}.`,
    needs && `Only beside ${codes(needs, 'or')}.`,
    examples && `For example ${codes(examples.map(String), 'or')}.`,
    isSecret && 'Secret.',
    reason && `No effect: ${escape(reason)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The formats that all options of a group are for, when they are the same. */
function sharedFormats(members: readonly OptionDescription[]): readonly Format[] | undefined {
  const [first] = members
  const isSame = members.every(({ formats }) => String(formats) === String(first?.formats))
  return isSame ? first?.formats : undefined
}

const PROPER: Record<string, string> = { pdf: 'PDF', llm: 'LLM', s3: 'S3', azure: 'Azure' }

/** `fullPage` as `Full page`. */
function titleOf(group: string): string {
  const words = group.split(/(?=[A-Z])/).map((word) => word.toLowerCase())
  const title = words.map((word) => PROPER[word] ?? word).join(' ')
  return title.charAt(0).toUpperCase() + title.slice(1)
}

function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function tableOf(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function codes(words: readonly string[], joint = 'and'): string {
  const quoted = words.map((word) => `\`${word.replaceAll('|', String.raw`\|`)}\``)
  const last = quoted.pop()
  return quoted.length > 0 ? `${quoted.join(', ')} ${joint} ${last}` : `${last}`
}

/** What Markdown would take for marks of its own. */
function escape(text: string): string {
  return text.replaceAll(/[|*<>`]|(?<!\w)_|_(?!\w)/g, String.raw`\$&`)
}
