// `npm run contact-sheet`: the pages of the fixture site in every mode, on one page.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ask, fixtures, startOrigin, startTestStack } from '@render/testkit'
import { drawCell } from './draw-cell.ts'
import { layOut } from './lay-out.ts'
import { modes } from './modes.ts'

const FOLDER = fileURLToPath(new URL('../../../.local/', import.meta.url))

await using site = await startOrigin()
const stack = await startTestStack()
try {
  const rows = []
  for (const [path, { title }] of Object.entries(fixtures)) {
    console.log(`Rendering ${path}`)
    const cells = Object.values(modes).map((options) => cell({ url: site.url + path, ...options }))
    rows.push({ title, path, cells: await Promise.all(cells) })
  }
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}contact-sheet.html`, layOut(Object.keys(modes), rows))
  console.log(`Look at ${FOLDER}contact-sheet.html`)
} finally {
  await stack.stop()
}

async function cell(options: Record<string, unknown>): Promise<string> {
  const answer = await stack.client.sync(options)
  if (answer.status !== 200) return drawCell({ error: answer.body.error?.message ?? String(answer.status) })
  const { body } = await ask(answer.body.renderUrl)
  return drawCell({ picture: body, warnings: answer.body.warnings ?? [] })
}
