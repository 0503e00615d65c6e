// What has to come from the system: a browser, Redis, ffmpeg, poppler, iproute2, fonts. On Debian and Ubuntu they are installed, elsewhere named.
import { findChromium, playwrightDirectory } from './find-chromium.mjs'
import { fail, isProgram, onPath, output, runStep } from './run.mjs'

const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji', 'fonts-noto-cjk']
const POSTGRES_PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
const PLAYWRIGHT = 'npx -y playwright-core@1.65.1 install --with-deps --only-shell chromium'

/** A part is there when its variable points at one, or when `present` finds one. */
const PARTS = [
  {
    title: 'Chromium (headless shell)',
    variable: 'CHROMIUM_PATH',
    example: '/path/to/chromium',
    isFile: true,
    present: () => findChromium() !== undefined,
    apt: ['chromium-headless-shell'],
    others: { dnf: 'chromium-headless', pacman: 'chromium', brew: '--cask google-chrome' },
  },
  {
    title: 'Redis (the server program)',
    variable: 'REDIS_URL',
    example: 'redis://:password@host:6379',
    // Debian's redis-tools holds the server under another name and starts no daemon.
    present: () => onPath('redis-server', 'valkey-server', 'redis-check-rdb') !== undefined,
    apt: ['redis-tools'],
    others: { dnf: 'valkey', pacman: 'valkey', brew: 'redis' },
  },
  {
    title: 'ffmpeg',
    variable: 'FFMPEG_PATH',
    example: '/path/to/ffmpeg',
    isFile: true,
    present: () => onPath('ffmpeg') !== undefined,
    apt: ['ffmpeg'],
    others: { dnf: 'ffmpeg-free', pacman: 'ffmpeg', brew: 'ffmpeg' },
  },
  {
    title: 'poppler (draws pages of PDFs)',
    // Without it nothing but pictures of PDFs is missing.
    present: () => true,
    complete: () => onPath('pdftocairo', 'mutool') !== undefined,
    apt: ['poppler-utils', 'poppler-data'],
    others: {},
  },
  {
    title: 'iproute2 (makes a network for the browsers)',
    // Without it the egress proxy alone keeps them from the machine's.
    present: () => true,
    complete: () => onPath('ip') !== undefined,
    apt: ['iproute2'],
    others: {},
  },
  {
    title: 'fonts',
    present: () => fonts() !== 'none',
    complete: () => fonts() === 'all',
    apt: ['fontconfig', ...FONTS],
    others: { dnf: 'google-noto-fonts-all', pacman: 'noto-fonts noto-fonts-cjk noto-fonts-emoji' },
  },
  {
    title: 'Postgres (npm has none for this platform)',
    variable: 'DATABASE_URL',
    example: 'postgresql://user:password@host:5432/database',
    present: () => POSTGRES_PLATFORMS.has(`${process.platform}-${process.arch}`),
    apt: [],
    others: {},
  },
]

/** Makes sure of every part; returns the variables that point at what was found. */
export async function bringSystemParts() {
  checkPointers()
  const lacking = PARTS.filter((part) => !isThere(part, true))
  if (lacking.length > 0) {
    const installer = aptInstaller()
    const packages = lacking.flatMap((part) => part.apt)
    if (installer && packages.length > 0) await install(installer, packages)
    const missing = PARTS.filter((part) => !isThere(part, false))
    if (missing.length > 0) fail(describe(missing, installer))
  }
  return process.env.CHROMIUM_PATH ? {} : { CHROMIUM_PATH: findChromium() }
}

/** `wholly`: with all that we would install, beyond what is enough. */
function isThere(part, wholly) {
  if (part.variable && process.env[part.variable]) return true
  return wholly && part.complete ? part.complete() : part.present()
}

/** A variable that points nowhere would only fail much later, in a service's log. */
function checkPointers() {
  const wrong = PARTS.filter(({ isFile, variable }) => {
    const path = isFile && process.env[variable]
    return path && !isProgram(path)
  })
  if (wrong.length > 0) {
    fail(
      wrong
        .map(({ variable }) => `${variable} names ${process.env[variable]}, which is no program.`)
        .join('\n'),
    )
  }
}

async function install(sudo, packages) {
  const apt = (...words) => [
    ...sudo,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-y',
    ...words,
  ]
  const run = (title, [program, ...words]) => runStep(title, program, words)

  const update = await run('Reading the lists of system packages', apt('update'))
  const known = packages.filter((name) => /Candidate: \d/.test(output('apt-cache', 'policy', name) ?? ''))
  const unknown = packages.filter((name) => !known.includes(name))
  if (unknown.length > 0) console.log(`  this system has no package ${unknown.join(', ')}`)
  if (known.length > 0) {
    const lock = ['-o', 'DPkg::Lock::Timeout=120']
    const words = apt(...lock, 'install', '--no-install-recommends', ...known)
    const step = await run(`Installing ${known.join(', ')} (some minutes on a slow line)`, words)
    if (!step.ok) {
      const message =
        `${update.ok ? '' : `${update.tail}\n`}${step.tail}\n\nThe system packages could not be installed. Check the network (http_proxy,\n` +
        `/etc/apt/sources.list) and start again, or install them yourself:\n  ${words.join(' ')}`
      if (PARTS.every((part) => isThere(part, false))) console.log(`${message}\nGoing on without.`)
      else fail(message)
    }
  }
  // Ubuntu packs Chromium as a snap only, which cannot be driven from here; Playwright has a build of the shell.
  if (unknown.includes('chromium-headless-shell') && !findChromium()) {
    const [program, ...words] = PLAYWRIGHT.split(' ')
    const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: playwrightDirectory }
    const step = await runStep('Fetching Chromium from Playwright', program, words, { env })
    if (!step.ok) console.log(step.tail)
  }
}

/** How to call apt-get with the right to install: a prefix of the command; undefined where that is not possible. */
function aptInstaller() {
  if (!onPath('apt-get') || !onPath('dpkg-query')) return undefined
  if (process.getuid() === 0) return []
  if (!onPath('sudo')) return undefined
  if (output('sudo', '-n', 'true') !== undefined) return ['sudo']
  return process.stdin.isTTY && process.stdout.isTTY ? ['sudo'] : undefined
}

function describe(missing, installer) {
  const manager = ['apt', 'dnf', 'pacman', 'brew'].find((name) => onPath(name === 'apt' ? 'apt-get' : name))
  const names = missing
    .map((part) => (manager === 'apt' ? part.apt.join(' ') : part.others[manager]))
    .filter(Boolean)
  const parts = missing.map(({ title, variable, example }) =>
    variable ? `  ${title}; to use one that you have: ${variable}=${example}` : `  ${title}`,
  )
  return [
    'This machine lacks:',
    ...parts,
    names.length > 0
      ? `To install:\n  ${COMMAND[manager]} ${names.join(' ')}`
      : 'Install them as your system does.',
    ...(installer && missing.some(({ variable }) => variable === 'CHROMIUM_PATH')
      ? [`or a browser by:\n  ${PLAYWRIGHT}`]
      : []),
    'Then start again.',
  ].join('\n')
}

const COMMAND = {
  apt: 'sudo apt-get install --no-install-recommends',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
  brew: 'brew install',
}

/** `all` we recommend, `some`, or `none`; Debian's database of packages is asked, fontconfig elsewhere. */
function fonts() {
  const installed = output(
    'dpkg-query',
    '-W',
    '-f',
    '${Package} ${db:Status-Status}\n',
    ...FONTS,
    'fontconfig',
  )
  if (installed !== undefined && !/ (?!installed)/.test(installed)) return 'all'
  if (process.platform === 'darwin') return 'all'
  return output('fc-list') ? 'some' : 'none'
}
