// Installs system packages (browser, Redis, ffmpeg, poppler, MuPDF, qpdf, iproute2, fonts) on Debian and Ubuntu. On other systems, lists
// the missing ones.
import { findChromium, playwrightDirectory } from './find-chromium.mjs'
import { fail, isProgram, onPath, output, runStep } from './run.mjs'

const FONTS = ['fonts-liberation', 'fonts-noto-core', 'fonts-noto-color-emoji', 'fonts-noto-cjk']
const POSTGRES_PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])
const PLAYWRIGHT = 'npx -y playwright-core@1.65.1 install --with-deps --only-shell chromium'

/** A part is available when its variable is set or `present` returns true. `complete` also counts what is optional. */
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
    // Debian's redis-tools contains the server under another name and starts no daemon.
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
    title: 'poppler (renders PDFs)',
    // Optional: without it only PDFs cannot be rendered.
    present: () => true,
    complete: () => onPath('pdftocairo') !== undefined,
    apt: ['poppler-utils', 'poppler-data'],
    others: {},
  },
  {
    title: 'mupdf-tools (draws SVG)',
    // Optional: without it emoji and shadows of drawings lose their colours.
    present: () => true,
    complete: () => onPath('mutool') !== undefined,
    apt: ['mupdf-tools'],
    others: {},
  },
  {
    title: 'qpdf (takes pages out of PDFs)',
    // Optional: without it all pages of a PDF that an address returns are kept.
    present: () => true,
    complete: () => onPath('qpdf') !== undefined,
    apt: ['qpdf'],
    others: {},
  },
  {
    title: 'iproute2 (network namespace for browsers)',
    // Optional: without it only the egress proxy separates browsers from the machine's network.
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
    title: 'Postgres (no npm package for this platform)',
    variable: 'DATABASE_URL',
    example: 'postgresql://user:password@host:5432/database',
    present: () => POSTGRES_PLATFORMS.has(`${process.platform}-${process.arch}`),
    apt: [],
    others: {},
  },
]

/** Installs missing parts; returns the variables that name the programs that were found. Exits when a part is missing. */
export async function installSystemParts() {
  checkPaths()
  const incomplete = PARTS.filter((part) => !isAvailable(part, { complete: true }))
  if (incomplete.length > 0) {
    const installer = aptInstaller()
    const packages = incomplete.flatMap((part) => part.apt)
    if (installer && packages.length > 0) await install(installer, packages)
    const missing = PARTS.filter((part) => !isAvailable(part))
    if (missing.length > 0) fail(describe(missing, installer))
  }
  return process.env.CHROMIUM_PATH ? {} : { CHROMIUM_PATH: findChromium() }
}

function isAvailable(part, { complete = false } = {}) {
  if (part.variable && process.env[part.variable]) return true
  return complete && part.complete ? part.complete() : part.present()
}

/** Fails early: a wrong path would otherwise show up only in a service's log. */
function checkPaths() {
  const wrong = PARTS.filter(({ isFile, variable }) => {
    const path = isFile && process.env[variable]
    return path && !isProgram(path)
  })
  if (wrong.length > 0) {
    fail(
      wrong
        .map(
          ({ variable }) =>
            `${variable} must be the path of a program: ${process.env[variable]} is not executable.`,
        )
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

  const update = await run('Updating the package lists', apt('update'))
  const known = packages.filter((name) => /Candidate: \d/.test(output('apt-cache', 'policy', name) ?? ''))
  const unknown = packages.filter((name) => !known.includes(name))
  if (unknown.length > 0) console.log(`  not available on this system: ${unknown.join(', ')}`)
  if (known.length > 0) {
    const lock = ['-o', 'DPkg::Lock::Timeout=120']
    const words = apt(...lock, 'install', '--no-install-recommends', ...known)
    const step = await run(`Installing ${known.join(', ')} (minutes on a slow connection)`, words)
    if (!step.ok) {
      const message =
        `${update.ok ? '' : `${update.tail}\n`}${step.tail}\n\nThe system packages could not be installed. Check the network (http_proxy,\n` +
        `/etc/apt/sources.list) and try again, or install them yourself:\n  ${words.join(' ')}`
      if (PARTS.every((part) => isAvailable(part))) console.log(`${message}\nContinuing without them.`)
      else fail(message)
    }
  }
  // Ubuntu has Chromium only as a snap, which cannot be automated; Playwright has a build of the shell.
  if (unknown.includes('chromium-headless-shell') && !findChromium()) {
    const [program, ...words] = PLAYWRIGHT.split(' ')
    const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: playwrightDirectory }
    const step = await runStep('Downloading Chromium from Playwright', program, words, { env })
    if (!step.ok) console.log(step.tail)
  }
}

/** Returns the command prefix that gives apt-get the right to install; undefined when it cannot be used. */
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
    variable ? `  ${title}; to use an existing one: ${variable}=${example}` : `  ${title}`,
  )
  return [
    'Missing on this machine:',
    ...parts,
    names.length > 0
      ? `To install:\n  ${COMMAND[manager]} ${names.join(' ')}`
      : 'Install them with your package manager.',
    ...(installer && missing.some(({ variable }) => variable === 'CHROMIUM_PATH')
      ? [`or install a browser with:\n  ${PLAYWRIGHT}`]
      : []),
    'Then try again.',
  ].join('\n')
}

const COMMAND = {
  apt: 'sudo apt-get install --no-install-recommends',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
  brew: 'brew install',
}

/** Returns `all` when every recommended font is installed, else `some` or `none`. Uses dpkg, or fontconfig without it. */
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
