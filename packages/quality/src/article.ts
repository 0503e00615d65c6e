// Finding the text of articles, beside Readability alone. `--pages` names a clone of a benchmark in the form of
// github.com/scrapinghub/article-extraction-benchmark (MIT), with real pages: then these are measured as well.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { findInPage } from '@render/readable'
import { makePages } from './corpus/pages.ts'
import type { Figure, Settings } from './measure.ts'
import { linesOf, parse } from './parse.ts'
import { meanOf, overlapOf } from './shingles.ts'

interface Page {
  name: string
  url: string
  html: string
  text: string
}

const EMPTY = '<!DOCTYPE html><html><head></head><body></body></html>'
/** The public figure of Readability is 0.947. */
const REAL_TARGET = 0.95
const WORST = 8

export async function measureArticles({ pages: folder }: Settings): Promise<Figure[]> {
  const own = measure('article: F1 of the text, pages of 28 kinds of sites', makePages())
  return folder
    ? [own, measure('article: F1 of the text, real pages', await realPages(folder), REAL_TARGET)]
    : [own]
}

function measure(name: string, pages: Page[], target?: number): Figure {
  const rows = pages.map((page) => ({
    name: page.name,
    ours: overlapOf(ourText(page), page.text),
    theirs: overlapOf(readabilityText(page), page.text),
  }))
  const f1 = ({ precision, recall }: { precision: number; recall: number }) =>
    (2 * precision * recall) / (precision + recall || 1)
  const worst = rows.toSorted((a, b) => f1(a.ours) - f1(b.ours)).slice(0, WORST)
  return {
    name,
    ours: meanOf(rows.map(({ ours }) => ours)).f1,
    peer: { name: '@mozilla/readability', value: meanOf(rows.map(({ theirs }) => theirs)).f1 },
    target,
    worst: worst.map(
      ({ name, ours, theirs }) =>
        `${name}: precision ${ours.precision.toFixed(2)}, recall ${ours.recall.toFixed(2)}; theirs ${theirs.precision.toFixed(2)}, ${theirs.recall.toFixed(2)}`,
    ),
  }
}

function ourText({ html, url }: Page): string {
  const page = parse(html, url)
  const found = findInPage(
    { root: page.body, title: page.title, querySelectorAll: (selector) => page.querySelectorAll(selector) },
    { inert: parse(EMPTY, url), baseUrl: url, hasScripts: true, styleOf: () => undefined },
  )
  return found && found !== 'too large' ? linesOf(found.content) : ''
}

function readabilityText({ html, url }: Page): string {
  const content = new Readability(parse(html, url)).parse()?.content ?? ''
  return linesOf(parse(`<!DOCTYPE html><html><body>${content}</body></html>`, url).body)
}

async function realPages(folder: string): Promise<Page[]> {
  const truth = JSON.parse(await readFile(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string; url?: string }
  >
  return Promise.all(
    Object.entries(truth).map(async ([name, { articleBody, url = 'https://page.example/' }]) => {
      const html = String(gunzipSync(await readFile(join(folder, 'html', `${name}.html.gz`))))
      return { name: `${name.slice(0, 8)} ${url}`, url, html, text: articleBody }
    }),
  )
}
