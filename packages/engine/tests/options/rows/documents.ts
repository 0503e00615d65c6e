import { expect } from '@jest/globals'
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
  fragment: {
    'leaves the document around the body out': async ({ engine }) => {
      const read = async (fragment: boolean) =>
        String((await engine.make({ html: HTML, format: 'html', fragment })).body)
      expect(await read(true)).toBe('<main><p>one</p></main>')
      expect(await read(false)).toMatch(/^<!DOCTYPE html>/)
    },
  },
}
