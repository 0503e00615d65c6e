// `npm run filters`: downloads the lists and packs them for the installed version of the engine.
import { execFile } from 'node:child_process'
import { glob, mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { FiltersEngine } from '@ghostery/adblocker'
import { sets, type Downloaded, type Texts } from './sets.ts'

const run = promisify(execFile)
const LISTS = new URL('../lists/', import.meta.url)

/** EasyList and EasyPrivacy are in this Debian package, the cookie notices in this npm package. */
const DEBIAN = 'webext-ublock-origin-chromium'
const NPM = '@adguard/dnr-rulesets'
const EASY = 'usr/share/chromium/extensions/ublock-origin/assets/thirdparties/easylist'
const COOKIE_NOTICES = 'package/dist/filters/declarative/ruleset_18/ruleset_18.json'

const EASY_LICENCE = 'CC-BY-SA-3.0 or later, or GPL-3.0 or later'

interface Source {
  title: string
  licence: string
  home: string
  /** The package file that contains it. */
  from: string
  /** YYYY-MM-DD. */
  date: string
}

await using directory = await mkdtempDisposable(join(tmpdir(), 'filters-'))
const inDirectory = { cwd: directory.path }

const debian = await only(async () => run('apt-get', ['download', DEBIAN], inDirectory), '*.deb')
await run('dpkg', ['-x', debian, '.'], inDirectory)
const npm = await only(async () => run('npm', ['pack', NPM], inDirectory), '*.tgz')
await run('tar', ['-xzf', npm, COOKIE_NOTICES], inDirectory)

const texts: Texts = {
  easyList: await read(`${EASY}/easylist.txt`),
  easyPrivacy: await read(`${EASY}/easyprivacy.txt`),
  cookieNotices: cookieNoticesIn(await read(COOKIE_NOTICES)),
  ownBanners: await readFile(new URL('own-banners.txt', LISTS), 'utf8'),
}
const easyDate = (await stat(join(directory.path, EASY, 'easylist.txt'))).mtime.toISOString().slice(0, 10)
const easy = { licence: EASY_LICENCE, home: 'https://easylist.to/', from: debian, date: easyDate }
const sources: Record<Downloaded, Source> = {
  easyList: { title: 'EasyList', ...easy },
  easyPrivacy: { title: 'EasyPrivacy', ...easy },
  cookieNotices: {
    title: 'AdGuard Cookie Notices',
    licence: 'GPL-3.0',
    home: 'https://github.com/AdguardTeam/AdguardFilters',
    from: npm,
    date: /TimeUpdated: (\S{10})/.exec(texts.cookieNotices)![1]!,
  },
}

for (const [name, { text }] of Object.entries(sets)) {
  const packed = FiltersEngine.parse(text(texts), { enableCompression: false }).serialize()
  await writeFile(new URL(`${name}.bin.gz`, LISTS), gzipSync(packed, { level: 9 }))
}
const listing = Object.entries(sets).map(([name, set]) => [
  name,
  set.sources.map((source) => sources[source]),
])
await writeFile(
  new URL('lists.json', LISTS),
  `${JSON.stringify(Object.fromEntries(listing), undefined, 2)}\n`,
)

/** Runs a download and returns the name of the one file that matches the pattern. */
async function only(download: () => Promise<unknown>, pattern: string): Promise<string> {
  await download()
  const names = await Array.fromAsync(glob(pattern, inDirectory))
  if (names.length !== 1) throw new Error(`Expected one ${pattern}, got ${names.length}.`)
  return names[0]!
}

function read(path: string): Promise<string> {
  return readFile(join(directory.path, path), 'utf8')
}

/** Returns the source text of the ruleset, which its metadata contain. */
function cookieNoticesIn(ruleset: string): string {
  const [{ metadata }] = JSON.parse(ruleset) as [{ metadata: { rawFilterList: string } }]
  return metadata.rawFilterList
}
