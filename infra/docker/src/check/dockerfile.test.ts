import { describe, expect, test } from '@jest/globals'
import { parseDockerfile, variablesOf } from './dockerfile.ts'

describe('reading a Dockerfile', () => {
  test('returns stages with their bases and names', () => {
    const stages = parseDockerfile('ARG BASE=debian:12\nFROM ${BASE} AS one\nFROM one\n')
    expect(stages).toEqual([
      { base: 'debian:12', name: 'one', steps: [] },
      { base: 'one', name: undefined, steps: [] },
    ])
  })

  test('joins a command over several lines with comments between them', () => {
    const [stage] = parseDockerfile('FROM a\n# why\nRUN one \\\n  # inside\n && two "$HOME"\n')
    expect(stage!.steps).toEqual([{ kind: 'run', command: 'one  && two "$HOME"' }])
  })

  test('replaces ENV and ARG variables in later lines', () => {
    const [stage] = parseDockerfile(
      'FROM a\nARG V=1\nENV A=$V B=two\nWORKDIR /x/${B}\nCOPY --from=b /y/$A ./\n',
    )
    expect(stage!.steps.slice(2)).toEqual([
      { kind: 'directory', path: '/x/two' },
      { kind: 'copy', from: 'b', sources: ['/y/1'], destination: './' },
    ])
    expect(variablesOf(stage!)).toEqual({ V: '1', A: '1', B: 'two' })
  })

  test('returns the command of a health check', () => {
    const [stage] = parseDockerfile('FROM a\nHEALTHCHECK --interval=5s \\\n  CMD ["node", "probe.ts"]\n')
    expect(stage!.steps).toEqual([{ kind: 'health', command: ['node', 'probe.ts'] }])
  })

  test.each([
    'RUN --mount=type=cache,target=/x true',
    'RUN ["true"]',
    'ADD a b',
    'COPY --chown=1 a b',
    'COPY *.json ./',
    'ENV A="two words"',
    'HEALTHCHECK NONE',
  ])('throws for what it does not support: %s', (line) => {
    expect(() => parseDockerfile(`FROM a\n${line}\n`)).toThrow('Unsupported Dockerfile instruction')
  })
})
