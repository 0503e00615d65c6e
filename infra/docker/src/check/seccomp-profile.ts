import { readFileSync } from 'node:fs'

/** The parts of Docker's profile format that this project uses. */
export interface SeccompProfile {
  defaultAction: string
  defaultErrnoRet: number
  archMap: { architecture: string; subArchitectures: string[] }[]
  syscalls: SeccompRule[]
}

export interface SeccompRule {
  comment?: string
  names: string[]
  action: string
  errnoRet?: number
  args?: { index: number; value: number; valueTwo: number; op: string }[]
}

/** Prefix of the comments of rules that are not in Docker's default profile. */
export const ADDED = 'Added for'

export function readProfile(path: string): SeccompProfile {
  return JSON.parse(readFileSync(path, 'utf8')) as SeccompProfile
}

/** Returns the profile without the additions to Docker's default; Chromium's sandbox fails with it. */
export function withoutAdditions(profile: SeccompProfile): SeccompProfile {
  const plain = profile.syscalls.filter(({ comment }) => !comment?.startsWith(ADDED))
  const namespaces = 0x7e02_0000
  const clone: SeccompRule = {
    comment: "Docker's default: clone without any new namespace.",
    names: ['clone'],
    action: 'SCMP_ACT_ALLOW',
    args: [{ index: 0, value: namespaces, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
  }
  return { ...profile, syscalls: [...plain, clone] }
}

/** Converts the profile for an OCI runtime (runc, crun) on this machine, as an engine does. */
export function runtimeSeccomp({
  defaultAction,
  defaultErrnoRet,
  archMap,
  syscalls,
}: SeccompProfile): object {
  return {
    defaultAction,
    defaultErrnoRet,
    architectures: archMap
      .map(({ architecture }) => architecture)
      .filter((name) => name === nativeArchitecture()),
    syscalls: syscalls.map((rule) => ({ ...rule, comment: undefined })),
  }
}

function nativeArchitecture(): string {
  return process.arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'
}
