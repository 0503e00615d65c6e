import { expect } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { page } from '../test-engine.ts'
import { RED, GREEN, BLUE } from './colours.ts'
import type { Rows } from './rows.ts'

export const source: Rows = {
  url: [
    async ({ engine, origin }) => {
      const rendered = await engine.make({ url: `${origin.url}/green` })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
      expect(rendered.bandwidthBytes).toBeGreaterThan(100)
    },
    async ({ origin, picture }) => {
      const shown = await picture({ url: `${origin.url.replace('http://', '')}/blue` })
      expect(shown.at(600, 500)).toBe(BLUE)
    },
  ],
  html: [
    async ({ engine }) => {
      const rendered = await engine.make({ html: page('body { background: #0f0 }') })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toBeUndefined()
    },
    async ({ engine, origin }) => {
      // With an address beside it the markup belongs to that address, whose own page is not asked for.
      const html = page('', '<iframe src="green" style="border: 0; width: 200px; height: 200px"></iframe>')
      const path = '/folder/page?a=*&b=(c)#part'
      const asked = origin.seen.length
      const rendered = await engine.make({ url: `${origin.url}${path}`, html, wait_until: 'loaded' })
      expect(rendered.response).toBeUndefined()
      const paths = origin.seen.slice(asked).map((request) => request.path)
      expect(paths).toContain('/folder/green')
      expect(paths).not.toContain('/folder/page')
    },
    async ({ origin, picture }) => {
      const script = "document.body.style.background = location.href.endsWith('/x?y#z') ? '#0f0' : '#f00'"
      const shown = await picture({
        url: `${origin.url}/x?y#z`,
        html: page('', `<script>${script}</script>`),
      })
      expect(shown.at(600, 500)).toBe(GREEN)
    },
  ],
  base_url: [
    async ({ engine, origin }) => {
      // Stronger than url; neither page is asked for.
      const html = page('', '<iframe src="green?inner#part"></iframe>')
      const asked = origin.seen.length
      const base_url = `${origin.url}/folder/page?x='^"#part`
      const rendered = await engine.make({ html, base_url, url: `${origin.url}/other/` })
      expect(rendered.response).toBeUndefined()
      expect(origin.seen.slice(asked).map((request) => request.path)).toEqual(['/folder/green'])
    },
    async ({ origin, picture }) => {
      // The cookies and the origin are the base's: what it answers can be read.
      const script = `document.cookie = 'visited=yes; path=/'
        fetch('/reads-cookie').then((answer) => answer.text()).then((text) => document.write(text))`
      const html = page('', `<script>${script}</script>`)
      const shown = await picture({ html, base_url: `${origin.url}/a/b`, wait_for_x: '//title' })
      expect(shown.at(600, 500)).toBe(RED)
    },
    async ({ origin, picture }) => {
      // The markup's own base is the one for links, not for what the page is.
      const script = `const seen = [document.baseURI, location.href].join(' ')
        document.body.style.background = seen === '${origin.url}/own/ ${origin.url}/a#b' ? '#0f0' : '#f00'`
      const html = page('', `<base href="/own/"><script>${script}</script>`)
      expect((await picture({ html, base_url: `${origin.url}/a#b` })).at(600, 500)).toBe(GREEN)
    },
    async ({ origin, picture }) => {
      // A reload finds the markup again.
      const script = `sessionStorage.reloaded ? document.body.style.background = '#0f0'
        : (sessionStorage.reloaded = 1, location.reload())`
      const html = page('', `<script>${script}</script>`)
      const asked = origin.seen.length
      const shown = await picture({ html, base_url: `${origin.url}/a`, wait_for: 'body[style]' })
      expect(shown.at(600, 500)).toBe(GREEN)
      expect(origin.seen.slice(asked)).toEqual([])
    },
    async ({ origin, picture }) => {
      // What it sends goes to the address itself, and its redirects leave it.
      const form = '<form method="post"></form><script>document.forms[0].submit()</script>'
      const asked = origin.seen.length
      await picture({ html: page('', form), base_url: `${origin.url}/box`, wait_for: '#box' })
      expect(origin.seen.slice(asked)).toMatchObject([{ method: 'POST', path: '/box' }])
      const leaves = page('', "<script>location = '/green'</script>")
      const shown = await picture({ html: leaves, base_url: origin.url, wait_for_x: '//title' })
      expect(shown.at(600, 500)).toBe(GREEN)
    },
  ],
  format: [
    async ({ engine, origin }) => {
      for (const [format, contentType, extension, name] of [
        ['png', 'image/png', 'png', 'png'],
        ['jpg', 'image/jpeg', 'jpg', 'jpeg'],
        ['webp', 'image/webp', 'webp', 'webp'],
        ['avif', 'image/avif', 'avif', 'heif'],
      ] as const) {
        const rendered = await engine.make({ url: `${origin.url}/green`, format })
        expect(rendered).toMatchObject({ contentType, extension, width: 1280, height: 1024 })
        const shown = await readPicture(rendered.body)
        expect({ ...shown, colour: shown.at(640, 512) }).toMatchObject({
          format: name,
          width: 1280,
          height: 1024,
          colour: GREEN,
        })
      }
    },
  ],
  quality: [
    async ({ engine, origin }) => {
      for (const format of ['jpg', 'webp', 'avif'] as const) {
        const [low, high] = await Promise.all(
          [20, 95].map((quality) => engine.make({ url: `${origin.url}/noise`, format, quality })),
        )
        expect(low!.body.length).toBeLessThan(high!.body.length / 2)
      }
    },
    async ({ engine, origin }) => {
      // The same number means more in avif: its own default is lower.
      const make = (quality?: number) => engine.make({ url: `${origin.url}/noise`, format: 'avif', quality })
      const [unsaid, fifty, eighty] = await Promise.all([make(), make(50), make(80)])
      expect(unsaid.body.length).toBe(fifty.body.length)
      expect(eighty.body.length).toBeGreaterThan(fifty.body.length)
    },
  ],
}
