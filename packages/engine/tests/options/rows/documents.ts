import { expect } from '@jest/globals'
import { imagePath } from '@render/testkit'
import { page } from '../../test-engine.ts'
import type { Rows } from '../probe.ts'

const HTML = page('', '<main><p>one</p></main>')

export const documents: Rows = {
  save_html: {
    'stores the document beside a picture': async ({ engine }) => {
      const { files, main } = await engine.make({ html: HTML, save_html: true })
      expect([main.format, ...files.map(({ kind, extension }) => `${kind} ${extension}`)]).toEqual([
        'png',
        'html html',
      ])
      expect(String(files[0]!.body)).toMatch(
        /^<!DOCTYPE html><html>.*<main><p>one<\/p><\/main><\/body><\/html>$/s,
      )
    },
    'obeys the options of "format" html': async ({ engine }) => {
      const { files } = await engine.make({ html: HTML, save_html: true, selector: 'main', fragment: true })
      expect(String(files[0]!.body)).toBe('<p>one</p>')
    },
    'beside the same format both are one body': async ({ engine }) => {
      const { files, body } = await engine.make({ html: HTML, save_html: true, format: 'html' })
      expect(files.map((file) => file.body.equals(body))).toEqual([true])
    },
  },
  save_mhtml: {
    'stores an archive beside a document': async ({ engine }) => {
      const { files, main } = await engine.make({ html: HTML, save_mhtml: true, format: 'html' })
      expect([main.format, ...files.map(({ kind }) => kind)]).toEqual(['html', 'mhtml'])
      expect(String(files[0]!.body)).toMatch(/^From: <Saved by Blink>\r\n.*multipart\/related/s)
    },
  },
  full_html: {
    'puts the files of the page into the document': async ({ engine, origin }) => {
      const html = page('', `<img src="${imagePath('#00ff00', 20, 10)}"><script>1</script>`)
      const read = async (full_html: boolean) =>
        String((await engine.make({ html, base_url: origin.url, format: 'html', full_html })).body)
      expect(await read(true)).toMatch(/<img src="data:image\/png;base64,[\w+/=]+"><template><\/template>/)
      expect(await read(false)).toContain('<img src="/image/20x10/00ff00.png"><script>')
    },
    'holds for the document beside a picture': async ({ engine }) => {
      const html = page('', '<script>1</script><main><p>one</p></main>')
      const { files } = await engine.make({ html, save_html: true, full_html: true, selector: 'p' })
      expect(String(files[0]!.body)).toMatch(
        /^<!DOCTYPE html><html><head><meta charset="utf-8">.*<body><main><p>one<\/p><\/main><\/body><\/html>$/s,
      )
    },
  },
  fragment: {
    'leaves the document around the body out': async ({ engine }) => {
      const read = async (fragment: boolean) =>
        String((await engine.make({ html: HTML, format: 'html', fragment })).body)
      expect(await read(true)).toBe('<main><p>one</p></main>')
      expect(await read(false)).toMatch(/^<!DOCTYPE html>/)
    },
  },
}
