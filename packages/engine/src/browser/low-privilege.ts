// How programs run that open what strangers sent.

/** Who they run as where we are root and no operator said otherwise. */
const NOBODY = 65_534

/** Environment that they need or that an operator may use to set them up; nothing else reaches them. */
const ENVIRONMENT = ['PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH']

/** Their user and group; undefined where they run as we do. */
export function lowUid(chosen = NOBODY): number | undefined {
  return process.getuid?.() === 0 ? chosen : undefined
}

/** Words before a program's that start it as a user who gains no privileges. */
export function asUser(uid: number | undefined): string[] {
  if (uid === undefined) return []
  return ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs']
}

/** Their environment, writing to `home`. */
export function lowEnvironment(environment: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const picked = Object.fromEntries(ENVIRONMENT.map((name) => [name, environment[name]]))
  // Pages see the zone that an option names; the machine's is nobody's business.
  return { ...picked, TZ: 'UTC', HOME: home, TMPDIR: home }
}
