// Runs the programs of docs/render-links.md unchanged, as far as their languages are installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { readQuery } from '../src/links/link-query.ts'
import { isSigned } from '../src/links/link-token.ts'

const document = readFileSync(new URL('../../../docs/render-links.md', import.meta.url), 'utf8')
const programs = {
  sh: ['sh', '-euc'],
  js: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
  php: ['php', '-r'],
  ruby: ['ruby', '-e'],
}
const SECRET_KEY = 'sk_a_secret'

test.each(Object.entries(programs))(
  'the link that the program in %s prints is signed',
  (language, command) => {
    const [, source] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(document)!
    const [program, ...given] = command
    const code = source!.replace(/^<\?php\n/, '')
    const env = { PATH: process.env.PATH, BASE_URL: 'https://a.example', PUBLISHABLE_KEY: 'pk_a', SECRET_KEY }
    const { error, stdout, stderr } = spawnSync(program!, [...given, code], { env, encoding: 'utf8' })
    if (error && !['js', 'sh'].includes(language)) return
    expect(stderr).toBe('')
    const link = new URL(stdout.trim())
    const [, v1, key, token, format] = link.pathname.split('/')
    expect([link.origin, v1, key, format]).toEqual(['https://a.example', 'v1', 'pk_a', 'png'])
    expect(isSigned(link.search.slice(1), token!, [SECRET_KEY])).toBe(true)
    expect(readQuery(link.search.slice(1))).toEqual({
      url: 'https://example.com',
      width: '800',
      click: '#a, #b',
    })
  },
)
