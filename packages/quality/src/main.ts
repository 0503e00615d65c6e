// `npm run quality [-- <measure>... --worst --pages <folder>]`: measures the quality of articles,
// metadata and Markdown against open libraries.
// Fails when a figure is below the library's, or below its target.
import { parseArgs } from 'node:util'
import { measureArticles } from './article.ts'
import { isReached, type Measure } from './measure.ts'
import { measureMarkdown, measureMarkdownSpeed } from './markdown.ts'
import { measureMetadata } from './metadata.ts'

const measures: Record<string, Measure> = {
  article: measureArticles,
  gfm: measureMarkdown,
  'markdown-speed': measureMarkdownSpeed,
  metadata: measureMetadata,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'boolean' }, pages: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(measures)
const unknown = names.filter((name) => !Object.hasOwn(measures, name))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join()}. Measures: ${Object.keys(measures).join()}.`)
for (const name of names)
  for (const figure of await measures[name]!(values)) {
    const { name, ours, peer, target, worst } = figure
    const least = target === undefined ? '' : `, at least ${target}`
    const verdict = isReached(figure) ? 'ok ' : 'LOW'
    console.log(`${verdict} ${name}: ${ours.toFixed(4)} (${peer.name} ${peer.value.toFixed(4)}${least})`)
    if (values.worst) for (const line of worst) console.log(`      ${line}`)
    if (!isReached(figure)) process.exitCode = 1
  }
