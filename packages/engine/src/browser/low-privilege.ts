// User, environment and command prefix of programs that open untrusted content.

/** Default user and group of these programs when this process runs as root. */
const NOBODY = 65_534

/** Environment variables that the programs need or that an operator may configure them with; they get no others. */
const ENVIRONMENT = ['PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH']

/** Returns their user and group id; undefined when they run as the user of this process. */
export function lowUid(chosen = NOBODY): number | undefined {
  return process.getuid?.() === 0 ? chosen : undefined
}

/** Returns the command prefix that runs a program as another user who can gain no privileges. */
export function asUser(uid: number | undefined): string[] {
  if (uid === undefined) return []
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs']
}

/** Returns their environment; `home` is the folder for their files and temporary files. */
export function lowEnvironment(environment: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const picked = Object.fromEntries(ENVIRONMENT.map((name) => [name, environment[name]]))
  // Pages see the time zone that an option names; the time zone of the machine stays hidden.
  return { ...picked, TZ: 'UTC', HOME: home, TMPDIR: home }
}
