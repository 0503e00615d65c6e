// Reading title, author, date, description and picture of articles, beside metascraper with its usual rules. Metascraper is
// installed by npm into `.local/quality` when it is not there: it brings two parsers of HTML, which nothing else needs.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { readMetadata } from '@render/metadata'
import { makePages, type Sample } from './corpus/pages.ts'
import type { Figure } from './measure.ts'
import { parse } from './parse.ts'

const FIELDS = ['title', 'author', 'date', 'description', 'image'] as const
type Field = (typeof FIELDS)[number]
type Said = Partial<Record<Field, string>>

const FOLDER = fileURLToPath(new URL('../../../.local/quality', import.meta.url))
const PACKAGES = ['metascraper@5.58.1', ...FIELDS.map((field) => `metascraper-${field}@5`)]
const WORST = 5

export async function measureMetadata(): Promise<Figure[]> {
  const scrape = await loadMetascraper()
  const pages = makePages()
  const theirs = await Promise.all(pages.map(({ html, url }) => scrape({ html, url })))
  const ours = pages.map(read)
  return FIELDS.map((field) => figure(field, pages, ours, theirs))
}

/** Returns the share of pages where a field is what the page says, among those that say it. */
function figure(field: Field, pages: Sample[], ours: Said[], theirs: Said[]): Figure {
  const rows = pages
    .map((page, at) => ({
      name: page.name,
      said: page.said[field],
      ours: ours[at]![field],
      theirs: theirs[at]![field],
    }))
    .filter(({ said }) => said !== undefined)
  const share = (of: 'ours' | 'theirs') =>
    rows.filter((row) => isSame(field, row[of], row.said!)).length / rows.length
  return {
    name: `metadata: share of pages with the right ${field}`,
    ours: share('ours'),
    peer: { name: 'metascraper', value: share('theirs') },
    worst: rows
      .filter((row) => !isSame(field, row.ours, row.said!))
      .slice(0, WORST)
      .map(({ name, said, ours, theirs }) => `${name}: ${said}; ours ${ours}; theirs ${theirs}`),
  }
}

function isSame(field: Field, found: string | null | undefined, said: string): boolean {
  if (!found) return false
  // Some pages have the day alone.
  if (field === 'date') return found.slice(0, 10) === said.slice(0, 10)
  return found.replace(/\s+/g, ' ').trim() === said
}

function read({ html, url }: Sample): Said {
  const request = { urlRequested: url, urlResolved: url, engine: 'Legacy', parts: [] } as const
  const { metadata } = readMetadata(parse(html, url), request)
  const { title, author, date, description, ogImage } = metadata
  return { title, author, date, description, image: ogImage?.[0]?.url }
}

type Scrape = (page: { html: string; url: string }) => Promise<Said>

async function loadMetascraper(): Promise<Scrape> {
  const require = createRequire(join(FOLDER, 'package.json'))
  const load = async (name: string) =>
    (await import(pathToFileURL(require.resolve(name)).href)) as { default: (rules?: unknown) => unknown }
  if (!existsSync(join(FOLDER, 'node_modules/metascraper'))) {
    await mkdir(FOLDER, { recursive: true })
    const install = [
      'install',
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...PACKAGES,
    ]
    await promisify(execFile)('npm', install)
  }
  const rules = await Promise.all(FIELDS.map(async (field) => (await load(`metascraper-${field}`)).default()))
  return (await load('metascraper')).default(rules) as Scrape
}
