import { expect } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { page, VIEWPORT } from '../../test-engine.ts'
import { RED, GREEN, BLUE } from '../colours.ts'
import type { Rows } from '../probe.ts'

const SMALL = { width: 100, height: 90 }

export const source: Rows = {
  url: {
    'loads the address and returns its statuses and bytes': async ({ engine, origin }) => {
      const rendered = await engine.make({ url: `${origin.url}/green` })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
      expect(rendered.bandwidthBytes).toBeGreaterThan(100)
    },
    'an address without a scheme is http': async ({ origin, picture }) => {
      const result = await picture({ url: `${origin.url.replace('http://', '')}/blue` })
      expect(result.at(600, 500)).toBe(BLUE)
    },
  },
  html: {
    'renders markup, without a response': async ({ engine }) => {
      const rendered = await engine.make({ html: page('body { background: #0f0 }') })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.response).toBeUndefined()
    },
    'with "url" the markup belongs to that address, which is not requested': async ({ engine, origin }) => {
      const html = page('', '<iframe src="green" style="border: 0; width: 200px; height: 200px"></iframe>')
      const path = '/folder/page?a=*&b=(c)#part'
      const seenBefore = origin.seen.length
      const rendered = await engine.make({ url: `${origin.url}${path}`, html, wait_until: 'loaded' })
      expect(rendered.response).toBeUndefined()
      const paths = origin.seen.slice(seenBefore).map((request) => request.path)
      expect(paths).toContain('/folder/green')
      expect(paths).not.toContain('/folder/page')
    },
    'the page sees the whole address of "url"': async ({ origin, picture }) => {
      const script = "document.body.style.background = location.href.endsWith('/x?y#z') ? '#0f0' : '#f00'"
      const result = await picture({
        url: `${origin.url}/x?y#z`,
        html: page('', `<script>${script}</script>`),
      })
      expect(result.at(600, 500)).toBe(GREEN)
    },
  },
  base_url: {
    'overrides "url", and neither page is requested': async ({ engine, origin }) => {
      const html = page('', '<iframe src="green?inner#part"></iframe>')
      const seenBefore = origin.seen.length
      const base_url = `${origin.url}/folder/page?x='^"#part`
      const rendered = await engine.make({ html, base_url, url: `${origin.url}/other/` })
      expect(rendered.response).toBeUndefined()
      expect(origin.seen.slice(seenBefore).map((request) => request.path)).toEqual(['/folder/green'])
    },
    'the page has the cookies and the origin of the address': async ({ origin, picture }) => {
      const script = `document.cookie = 'visited=yes; path=/'
        fetch('/reads-cookie').then((answer) => answer.text()).then((text) => document.write(text))`
      const html = page('', `<script>${script}</script>`)
      const result = await picture({ html, base_url: `${origin.url}/a/b`, wait_for_x: '//title' })
      expect(result.at(600, 500)).toBe(RED)
    },
    'a base element applies to links, and the page keeps its address': async ({ origin, picture }) => {
      const script = `const seen = [document.baseURI, location.href].join(' ')
        document.body.style.background = seen === '${origin.url}/own/ ${origin.url}/a#b' ? '#0f0' : '#f00'`
      const html = page('', `<base href="/own/"><script>${script}</script>`)
      expect((await picture({ html, base_url: `${origin.url}/a#b` })).at(600, 500)).toBe(GREEN)
    },
    'a reload loads the markup again': async ({ origin, picture }) => {
      const script = `sessionStorage.reloaded ? document.body.style.background = '#0f0'
        : (sessionStorage.reloaded = 1, location.reload())`
      const html = page('', `<script>${script}</script>`)
      const seenBefore = origin.seen.length
      const result = await picture({ html, base_url: `${origin.url}/a`, wait_for: 'body[style]' })
      expect(result.at(600, 500)).toBe(GREEN)
      expect(origin.seen.slice(seenBefore)).toEqual([])
    },
    'without it there is a warning of relative addresses': async ({ engine, origin }) => {
      const warnings = async (body: string) => (await engine.make({ html: page('', body) })).warnings
      for (const body of ['<img src="//a.example/a.png">', '<link rel="stylesheet" href="/a.css">'])
        expect(await warnings(body)).toEqual([expect.stringContaining('set "base_url"')])
      for (const body of [
        '<img src="data:,"><img src=" "><a href="/a">a</a><link rel="canonical" href="/">',
        `<base href="${origin.url}"><img src="/a.png">`,
      ])
        expect(await warnings(body)).toEqual([])
    },
    'forms are sent to the address, and the page can redirect': async ({ origin, picture }) => {
      const form = '<form method="post"></form><script>document.forms[0].submit()</script>'
      const seenBefore = origin.seen.length
      await picture({ html: page('', form), base_url: `${origin.url}/box`, wait_for: '#box' })
      expect(origin.seen.slice(seenBefore)).toMatchObject([{ method: 'POST', path: '/box' }])
      const leaves = page('', "<script>location = '/green'</script>")
      const result = await picture({ html: leaves, base_url: origin.url, wait_for_x: '//title' })
      expect(result.at(600, 500)).toBe(GREEN)
    },
  },
  format: {
    'each format has its type, extension and size': async ({ engine, origin }) => {
      for (const [format, contentType, extension, name] of [
        ['png', 'image/png', 'png', 'png'],
        ['jpg', 'image/jpeg', 'jpg', 'jpeg'],
        ['webp', 'image/webp', 'webp', 'webp'],
        ['avif', 'image/avif', 'avif', 'heif'],
      ] as const) {
        const rendered = await engine.make({ url: `${origin.url}/green`, format })
        expect(rendered).toMatchObject({ contentType, extension, ...VIEWPORT })
        const result = await readPicture(rendered.body)
        expect({ ...result, colour: result.at(320, 256) }).toMatchObject({
          format: name,
          ...VIEWPORT,
          colour: GREEN,
        })
      }
    },
  },
  quality: {
    'a lower quality gives a smaller file': async ({ engine, origin }) => {
      for (const format of ['jpg', 'webp'] as const) {
        const [low, high] = await Promise.all(
          [20, 95].map((quality) => engine.make({ url: `${origin.url}/noise`, ...SMALL, format, quality })),
        )
        expect(low!.body.length).toBeLessThan(high!.body.length / 2)
      }
    },
    'the default for avif is 50': async ({ engine, origin }) => {
      // The same number means a higher quality in avif, so its default is lower than that of other formats.
      const make = (quality?: number) =>
        engine.make({ url: `${origin.url}/noise`, ...SMALL, format: 'avif', quality })
      const [byDefault, fifty, eighty] = await Promise.all([make(), make(50), make(80)])
      expect(byDefault.body.length).toBe(fifty.body.length)
      expect(eighty.body.length).toBeGreaterThan(fifty.body.length)
    },
  },
}
