import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { createIgnore } from './context-files.ts'

const ours = createIgnore(readFileSync(new URL('../../../../.dockerignore', import.meta.url), 'utf8'))

describe('patterns of .dockerignore', () => {
  test('the last pattern that matches a path or a parent folder decides', () => {
    const ignored = createIgnore('# all\npackages/*\n!packages/keep/package.json\n**/*.log\n')
    const paths = [
      'packages/a/b.ts',
      'packages/keep/x.ts',
      'packages/keep/package.json',
      'a/b.log',
      'src/a.ts',
    ]
    expect(paths.filter(ignored)).toEqual(['packages/a/b.ts', 'packages/keep/x.ts', 'a/b.log'])
  })
})

describe('our .dockerignore', () => {
  test.each([
    '.git/config',
    '.local/secrets.json',
    '.env',
    '.env.production',
    'node_modules/a/package.json',
    'packages/a/node_modules/b/package.json',
    'services/management/src/generated/client.ts',
    'coverage/index.html',
    'a/b.log',
    'packages/net/src/names/pinned-lookup.test.ts',
    'packages/net/tests/certificate.ts',
  ])('excludes %s', (path) => expect(ours(path)).toBe(true))

  test.each([
    'package.json',
    'pnpm-lock.yaml',
    'packages/testkit/package.json',
    'infra/local/package.json',
    'packages/engine/src/browser/launch.sh',
    'services/gateway/src/main.ts',
    'prisma/schema.prisma',
    'infra/docker/src/setup.ts',
  ])('includes %s', (path) => expect(ours(path)).toBe(false))

  test('excludes everything that git ignores', () => {
    const patterns = readFileSync(new URL('../../../../.gitignore', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    const examples = patterns.map(
      (pattern) => `${pattern.replace('*', 'x')}${pattern.endsWith('/') ? 'x' : ''}`,
    )
    expect(examples.filter((example) => !ours(example))).toEqual([])
  })
})
