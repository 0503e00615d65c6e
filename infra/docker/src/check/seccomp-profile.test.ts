import { describe, expect, test } from '@jest/globals'
import { fileURLToPath } from 'node:url'
import { ADDED, readProfile, runtimeSeccomp, withoutAdditions, type SeccompRule } from './seccomp-profile.ts'

const profile = readProfile(fileURLToPath(new URL('../../chromium-seccomp.json', import.meta.url)))
const rulesFor = (name: string) => profile.syscalls.filter(({ names }) => names.includes(name))

const FLAGS = {
  NEWNS: 0x0002_0000,
  NEWCGROUP: 0x0200_0000,
  NEWUTS: 0x0400_0000,
  NEWIPC: 0x0800_0000,
  NEWUSER: 0x1000_0000,
  NEWPID: 0x2000_0000,
  NEWNET: 0x4000_0000,
}

/** Returns whether the kernel allows a call with these flags. */
const allows = (rules: SeccompRule[], flags: number) =>
  rules.some(
    ({ action, args = [] }) =>
      action === 'SCMP_ACT_ALLOW' &&
      args.every(({ op, value, valueTwo }) => op === 'SCMP_CMP_MASKED_EQ' && (flags & value) === valueTwo),
  )

describe("the seccomp profile for Chromium's sandbox", () => {
  test('rejects calls that it does not name', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO')
    expect(
      profile.syscalls.every(({ action }) => action === 'SCMP_ACT_ALLOW' || action === 'SCMP_ACT_ERRNO'),
    ).toBe(true)
  })

  test.each(['clone', 'unshare'])('allows %s with the namespaces of the sandbox', (call) => {
    const { NEWUSER, NEWPID, NEWNET } = FLAGS
    expect(allows(rulesFor(call), NEWUSER | NEWPID | NEWNET)).toBe(true)
    expect(allows(rulesFor(call), NEWUSER | NEWNET)).toBe(true)
  })

  test.each(['NEWNS', 'NEWCGROUP', 'NEWUTS', 'NEWIPC'] as const)(
    'forbids %s namespaces, also within a user namespace',
    (kind) => {
      for (const call of ['clone', 'unshare']) {
        expect(allows(rulesFor(call), FLAGS.NEWUSER | FLAGS[kind])).toBe(false)
      }
    },
  )

  test('returns ENOSYS for clone3, whose flags cannot be filtered', () => {
    expect(rulesFor('clone3')).toMatchObject([{ action: 'SCMP_ACT_ERRNO', errnoRet: 38 }])
  })

  test('allows the sandbox to change its root', () => expect(rulesFor('chroot')).toHaveLength(1))

  test.each([
    'mount',
    'umount2',
    'pivot_root',
    'bpf',
    'io_uring_setup',
    'keyctl',
    'init_module',
    'kexec_load',
  ])('%s stays refused', (call) => expect(rulesFor(call)).toEqual([]))

  test('allows entering existing user and network namespaces only', () => {
    const kinds = rulesFor('setns').map(({ action, args }) => [action, args])
    const only = (value: number) => ['SCMP_ACT_ALLOW', [{ index: 1, value, valueTwo: 0, op: 'SCMP_CMP_EQ' }]]
    expect(kinds).toEqual([only(FLAGS.NEWUSER), only(FLAGS.NEWNET)])
  })

  test('differs from the default of Docker in four rules', () => {
    expect(
      profile.syscalls.filter(({ comment }) => comment?.startsWith(ADDED)).map(({ names }) => names),
    ).toEqual([['clone', 'unshare'], ['chroot'], ['setns'], ['setns']])
    const plain = withoutAdditions(profile)
    const clone = plain.syscalls.filter(({ names }) => names.includes('clone'))
    expect(allows(clone, 0)).toBe(true)
    expect(allows(clone, FLAGS.NEWUSER)).toBe(false)
    const added = new Set(['unshare', 'chroot', 'setns'])
    expect(plain.syscalls.some(({ names }) => names.some((name) => added.has(name)))).toBe(false)
  })

  test('a runtime gets the rules of this machine without comments', () => {
    const given = JSON.stringify(runtimeSeccomp(profile))
    expect(given).not.toContain('comment')
    expect(given).toContain('"architectures":["SCMP_ARCH_')
  })
})
