import { describe, expect, test } from '@jest/globals'
import type { ComposeService } from './compose-file.ts'
import { hardeningProblems, networkProblems, referenceProblems } from './hardening-problems.ts'

const safe: ComposeService = {
  image: 'redis:7.4-alpine',
  init: true,
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  mem_limit: '1g',
  pids_limit: 64,
  cpu_shares: 1024,
}
const problemsOf = (changes: ComposeService) =>
  hardeningProblems({ services: { redis: { ...safe, ...changes } } })

describe('privileges of a container', () => {
  test('accepts a container with only what it needs', () => expect(problemsOf({})).toEqual([]))

  test.each<[string, ComposeService]>([
    ['redis keeps capabilities', { cap_drop: [] }],
    ['redis keeps capabilities', { cap_add: ['SYS_ADMIN'] }],
    ['redis may gain privileges', { security_opt: [] }],
    ['redis may write to its root file system', { read_only: false }],
    ['redis has no init process', { init: undefined }],
    ['redis has an image without a fixed version', { image: 'redis' }],
    ['redis has an image without a fixed version', { image: 'redis:latest' }],
    ['redis has no limit of memory', { mem_limit: undefined }],
    ['redis has no limit of processes', { pids_limit: undefined }],
    ['redis has no share of the CPU', { cpu_shares: undefined }],
    ['redis is published to other machines', { ports: ['6379:6379'] }],
    ['redis does not deny the addresses of its host', { environment: { EGRESS_ALLOW: '' } }],
    ['redis runs without a seccomp profile', { security_opt: [...safe.security_opt!, 'seccomp=unconfined'] }],
    [
      'redis mounts secrets-management, which is not its own',
      { volumes: ['secrets-management:/run/render:ro'] },
    ],
  ])('%s', (problem, changes) => expect(problemsOf(changes)).toEqual([problem]))

  test('accepts a container that mounts its own secrets', () => {
    expect(problemsOf({ volumes: ['secrets-redis:/run/render:ro'] })).toEqual([])
  })
})

describe('networks of containers', () => {
  test('reports a network that the worker shares with management', () => {
    const services = {
      'render-worker': { networks: ['queue', 'outside'] },
      management: { networks: ['queue', 'database'] },
    }
    expect(networkProblems({ services })).toEqual([
      'render-worker reaches management over the network "queue"',
    ])
  })
})

describe('references of a compose file', () => {
  test('reports missing containers, networks and volumes', () => {
    const services = {
      a: {
        depends_on: { b: { condition: 'service_started' } },
        networks: ['c'],
        volumes: ['d:/d', './e:/e'],
      },
    }
    expect(referenceProblems({ services })).toEqual([
      'a waits for b, which does not exist',
      'a is on the network c, which does not exist',
      'a mounts the volume d, which does not exist',
    ])
  })

  test('reports a wait for health without health check and a wait for completion with restart', () => {
    const services = {
      a: {
        depends_on: {
          b: { condition: 'service_healthy' },
          c: { condition: 'service_completed_successfully' },
        },
      },
      b: { image: 'redis:7', healthcheck: { disable: true } },
      c: { image: 'redis:7', restart: 'unless-stopped' },
    }
    expect(referenceProblems({ services })).toEqual([
      'a waits for the health of b, which is not checked',
      'a waits for the end of c, which is restarted',
    ])
  })
})
