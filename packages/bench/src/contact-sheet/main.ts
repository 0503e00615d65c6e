// `npm run contact-sheet`: renders every page of the fixture site in every mode and writes all pictures into one page.
import { mkdir, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sendRequest, fixtures, startOrigin, startTestStack } from '@render/testkit'
import { drawCell, drawSheet } from './sheet.ts'

const FOLDER = fileURLToPath(new URL('../../../../.local/', import.meta.url))

/** Options by column title. */
const MODES: Readonly<Record<string, Record<string, unknown>>> = {
  viewport: {},
  'native full page': { full_page: true, full_page_mode: 'native' },
  'stitched full page': { full_page: true, full_page_mode: 'stitch' },
  sections: { full_page: true, max_section_height: 1024, show_sections: true, show_seams: true },
  'full width, dpr 2': { full_page: true, full_width: true, dpr: 2, max_height: 6000 },
  'dark, print': { dark_mode: true, media: 'print' },
  'PDF, first page': { format: 'pdf', pdf_margin: 'default', pdf_show_header: true, pdf_show_footer: true },
  SVG: { format: 'svg' },
  'video, eight frames': { format: 'mp4', video_scroll: true, video_fps: 2, video_duration: 4000 },
}

/** Programs that draw files of other formats as png. */
const DRAWN: Readonly<Record<string, readonly [string, ...string[]]>> = {
  pdf: ['pdftoppm', '-png', '-singlefile', '-r', '96', '-'],
  mp4: [
    'ffmpeg',
    ...'-v error -i - -vf scale=320:-1,tile=2x4 -frames:v 1 -f image2pipe -c:v png -'.split(' '),
  ],
}

await using site = await startOrigin()
const stack = await startTestStack()
try {
  const rows = []
  for (const [path, { title }] of Object.entries(fixtures)) {
    console.log(`Rendering ${path}`)
    const cells = Object.values(MODES).map((options) => cell({ url: site.url + path, ...options }))
    rows.push({ title, path, cells: await Promise.all(cells) })
  }
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}contact-sheet.html`, drawSheet(Object.keys(MODES), rows))
  console.log(`Wrote ${FOLDER}contact-sheet.html`)
} finally {
  await stack.stop()
}

async function cell(options: Record<string, unknown>): Promise<string> {
  const answer = await stack.client.sync(options)
  if (answer.status !== 200) return drawCell({ error: answer.body.error?.message ?? String(answer.status) })
  const { body } = await sendRequest(answer.body.renderUrl)
  const draw = DRAWN[String(options.format)]
  const picture = draw ? await drawBy(draw, body) : body
  return drawCell({ picture, warnings: answer.body.warnings ?? [] })
}

/** Draws a file with a program. */
function drawBy([program, ...words]: readonly [string, ...string[]], file: Uint8Array): Promise<Buffer> {
  const drawing = spawn(program, words)
  drawing.stdin.end(file)
  return buffer(drawing.stdout)
}
