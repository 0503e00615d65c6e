import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { page } from '../../test-engine.ts'
import type { Rows, World } from '../probe.ts'

/** Page code that replaces what a reader among the page's own objects would use. */
const REPLACED = `<script>
  for (const name of ['querySelector', 'querySelectorAll']) Document.prototype[name] = Element.prototype[name] = () => []
  JSON.parse = () => ({ '@type': 'Article', headline: 'replaced' })
  JSON.stringify = () => '{}'
  URL.parse = Map.groupBy = () => undefined
</script>`
const BROKEN = '<script type="application/ld+json">{"@type":</script>'
const HTML = page(
  '',
  `<form name="querySelectorAll"><input name="getAttribute"></form>
  <title>A title</title><script type="application/ld+json">{"@type":"Article","author":{"name":"By Ada"}}</script>
  <h1>one</h1><a href="/two">two</a><table><tr><td>three</td></tr></table>
  <p itemscope itemtype="https://schema.org/Thing"><b itemprop="name">four</b></p>${REPLACED}`,
)

type Metadata = Record<string, unknown>

async function metadataOf({ engine, origin }: World, options: GivenOptions): Promise<Metadata> {
  const { data } = await engine.make({ html: HTML, base_url: `${origin.url}/a`, ...options })
  return data!.metadata as Metadata
}

/** Expects one part in both forms, and in `Legacy` no other. */
const adds =
  (option: string, part: string, content: object) =>
  async (world: World): Promise<void> => {
    const legacy = await metadataOf(world, { [option]: true })
    const parts = ['links', 'headers', 'tables', 'structuredData'].filter((each) => each in legacy)
    expect(parts).toEqual([part])
    expect(legacy).toMatchObject({ title: 'A title', [part]: content })
  }

export const metadata: Rows = {
  metadata: {
    'returns what the page says, whatever its code replaces, and stores nothing': async (world) => {
      const { data, files } = await world.engine.make({ html: HTML, metadata: true })
      const about = { urlRequested: 'about:blank', urlResolved: 'about:blank', url: 'about:blank' }
      expect(data).toEqual({
        metadata: { ...about, title: 'A title', author: 'Ada', charset: 'utf-8' },
      })
      expect(files).toEqual([])
      const unscripted = await world.engine.make({ html: HTML, metadata: true, disable_js: true })
      expect(unscripted.data).toEqual(data)
    },
    'has the address before and after redirects': async (world) => {
      const url = `${world.origin.url}/redirect`
      const { engine, origin } = world
      const { data } = await engine.make({ url: `${url}#a`, metadata: true })
      expect(data!.metadata).toMatchObject({
        urlRequested: `${url}#a`,
        urlResolved: expect.stringMatching(`^${origin.url}/(?!redirect)`),
      })
    },
  },
  save_metadata: {
    'stores the object of the result': async ({ engine }) => {
      const { data, files } = await engine.make({ html: HTML, save_metadata: true })
      expect(files.map(({ kind, extension }) => `${kind} ${extension}`)).toEqual(['metadata json'])
      expect(JSON.parse(String(files[0]!.body))).toEqual(data!.metadata)
    },
    'stores alone what is too long for the result': async ({ engine }) => {
      const links = page(REPLACED, '<a href="/x">x</a>'.repeat(5001))
      const { data, files, warnings } = await engine.make({ html: links, save_links: true })
      expect([data, files.map(({ kind }) => kind)]).toEqual([undefined, ['metadata']])
      expect((JSON.parse(String(files[0]!.body)) as { links: object[] }).links).toHaveLength(5000)
      expect(warnings).toEqual([
        '"metadata": the page has 5001 links, of which the first 5000 are read.',
        expect.stringContaining('larger than 256 kB'),
      ])
    },
  },
  metadata_engine: {
    'Structured has lists of all that the page says': async (world) => {
      const { origin } = world
      const structured = await metadataOf(world, { metadata: true, metadata_engine: 'Structured' })
      expect(structured).toMatchObject({
        urlResolved: `${origin.url}/a`,
        document: { title: 'A title' },
        headers: [{ level: 1, text: 'one' }],
        links: [{ href: `${origin.url}/two`, linkType: 'internal' }],
        images: [],
        structuredData: [{ dataType: 'json_ld' }, { dataType: 'microdata' }],
        tables: [{ grid: { rows: 1 } }],
      })
      expect(structured).not.toHaveProperty('title')
    },
    'reads open shadow trees, with what is in their slots, in the order of the page': async ({ engine }) => {
      const html = page(
        '',
        `<h1>one</h1><x-card><i>four</i></x-card><h2>five</h2><a href="#b">b</a><script>
          const shadow = document.querySelector('x-card').attachShadow({ mode: 'open' })
          shadow.innerHTML = '<h2>two</h2><p></p><a href="#a"><slot></slot></a><img src="data:,"><table><tr><td>c</td></tr></table>'
          shadow.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '<h3>three</h3>'
        </script>`,
      )
      const { data } = await engine.make({ html, metadata: true, metadata_engine: 'Structured' })
      const { headers, ...lists } = data!.metadata as Record<string, { text: string; htmlOffset?: number }[]>
      const hasOffset = headers!.map(({ text, htmlOffset }) => [text, htmlOffset !== undefined])
      expect(Object.fromEntries(hasOffset)).toEqual({ one: true, two: false, three: false, five: true })
      expect(headers).toMatchObject([{ text: 'one' }, { depth: 3 }, { depth: 4 }, { text: 'five' }])
      expect(lists).toMatchObject({
        links: [
          { href: '#a', text: 'four' },
          { href: '#b', text: 'b' },
        ],
        images: [{ imageType: 'data_uri' }],
        tables: [{ markdown: '| c |\n| --- |' }],
      })
    },
  },
  save_links: { 'adds the links': adds('save_links', 'links', [{ text: 'two' }]) },
  save_headings: {
    'adds the headings': adds('save_headings', 'headers', [{ text: 'one' }]),
    'reads their text as it is shown': async ({ engine }) => {
      const html = page(
        '',
        '<h1>Hello<br>World<style>a{}</style></h1><h2><noscript>&lt;img></noscript>a<b>b</b></h2>',
      )
      const { data } = await engine.make({ html, save_headings: true })
      expect(data!.metadata).toMatchObject({ headers: [{ text: 'Hello World' }, { text: 'ab' }] })
    },
  },
  save_tables: { 'adds the tables': adds('save_tables', 'tables', [{ markdown: '| three |\n| --- |' }]) },
  save_structured_data: {
    'adds the structured data': adds('save_structured_data', 'structuredData', [
      { dataType: 'json_ld', schemaType: 'Article' },
      {
        dataType: 'microdata',
        rawJson: '{"type":["https://schema.org/Thing"],"properties":{"name":["four"]}}',
      },
    ]),
  },
  fail_on_metadata_error: {
    'fails where JSON-LD is broken, which is a warning otherwise': async ({ engine }) => {
      const options = { html: page('', BROKEN), metadata: true }
      const { warnings } = await engine.make(options)
      expect(warnings).toEqual(['"metadata": a JSON-LD script is not JSON.'])
      await expect(engine.make({ ...options, fail_on_metadata_error: true })).rejects.toMatchObject({
        code: 'RenderFailedError',
        message: '"fail_on_metadata_error": a JSON-LD script is not JSON.',
      })
    },
  },
}
