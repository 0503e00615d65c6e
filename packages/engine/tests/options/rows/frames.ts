import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn } from '@render/testkit'
import { page } from '../../test-engine.ts'
import type { Rows, World } from '../probe.ts'

const FRAMES = ['visible', 'hidden', 'foreign', 'aside'] as const

/**
 * Renders a page with a button in each of its frames, and returns which ones were clicked. The render waits until as many
 * clicks as are wanted have been reported.
 */
async function clicked(
  { engine }: World,
  wanted: number,
  options: GivenOptions,
): Promise<[string[], unknown]> {
  const reported: string[] = []
  const answers: (() => void)[] = []
  const button = (name: string) =>
    `<button onclick="fetch('/clicked/${name}', { method: 'POST' }).then(() => (this.id = 'done'))" class="${name}">word</button>`
  const serve = (host: string, otherUrl: () => string) =>
    listenOn(host, ({ url = '' }, res) => {
      const [, frame] = /^\/frame\/(\w+)$/.exec(url) ?? []
      const [, name] = /^\/clicked\/(\w+)$/.exec(url) ?? []
      if (name) {
        reported.push(name)
        answers.push(() => res.end())
        if (answers.length >= wanted) for (const answer of answers) answer()
        return
      }
      const inner = `<iframe src="/frame/visible"></iframe><iframe hidden src="/frame/hidden"></iframe>
        <iframe src="${otherUrl()}/frame/foreign"></iframe><iframe src="/frame/aside" style="position: absolute; left: -999px"></iframe>`
      res.writeHead(200, { 'content-type': 'text/html' }).end(page('', frame ? button(frame) : inner))
    })
  await using other = await serve('127.0.1.2', () => '')
  await using site = await serve('127.0.1.1', () => other.url)
  const given = { url: site.url, https_upgrade: false, save_clicks: true, wait_for: '#done' }
  const { clicks } = await engine.make({ ...given, ...options })
  return [reported.toSorted(), clicks]
}

export const frames: Rows = {
  frame_selection_mode: {
    'acts in visible frames of any origin': async (world) => {
      const [names, clicks] = await clicked(world, 2, { click_all: ['button'] })
      expect([names, clicks]).toEqual([
        ['foreign', 'visible'],
        [{ selector: 'button', matched: 2, clicked: 2 }],
      ])
    },
    'all acts in those that are not visible too': async (world) => {
      const options: GivenOptions = { frame_selection_mode: 'all', click_all: ['button'] }
      const [names, clicks] = await clicked(world, FRAMES.length, options)
      expect([names, clicks]).toEqual([FRAMES.toSorted(), [{ selector: 'button', matched: 4, clicked: 4 }]])
    },
    'decides where elements are waited for': async ({ engine }) => {
      const html = page('', '<iframe hidden srcdoc="<p>a</p>"></iframe><iframe srcdoc="<b>b</b>"></iframe>')
      const unmet = async (options: GivenOptions) =>
        (await engine.make({ html, wait_timeout: 200, ...options })).warnings.length
      expect(await unmet({ wait_for: 'b' })).toBe(0)
      expect(await unmet({ wait_for: 'p' })).toBe(1)
      expect(await unmet({ wait_for: 'p', frame_selection_mode: 'all' })).toBe(0)
      expect(await unmet({ wait_to_leave: 'p' })).toBe(0)
      expect(await unmet({ wait_to_leave: 'p', frame_selection_mode: 'all' })).toBe(1)
    },
    'decides where terms are highlighted': async (world) => {
      const html = page(
        'iframe { border: 0; display: block }',
        '<iframe srcdoc="<body style=\'margin:0\'>term"></iframe>',
      )
      const options = { html, highlight: 'term', highlightbg: '#0f0' }
      expect((await world.picture(options)).at(2, 2)).toBe('#00ff00')
      const hidden = html.replace('<iframe ', '<iframe style="display: none" ')
      expect((await world.engine.make({ ...options, html: hidden })).warnings).toHaveLength(1)
      const all = { ...options, html: hidden, frame_selection_mode: 'all' } as const
      expect((await world.engine.make(all)).warnings).toEqual([])
    },
  },
}
