// Pages that overflow horizontally.
import { band, bands } from './bands.ts'
import { page, type Fixtures } from './fixture.ts'

/** Returns adjacent columns of 100 px. */
function columns(count: number, height: string): string {
  const all = Array.from({ length: count }, (_, index) =>
    band(index, `flex: none; width: 100px; height: ${height}`),
  )
  return `<main>${all.join('\n')}</main>`
}

const ROW = 'main { display: flex }'

export const widePages: Fixtures = {
  '/wide': {
    title: '30 columns of 100 x 2000 px: overflow to the right',
    body: page(ROW, columns(30, '2000px')),
  },
  '/right-to-left': {
    title: 'The same right to left: overflow to the left',
    body: page(ROW, columns(30, '2000px'), 'dir="rtl"'),
  },
  '/horizontal-scroller': {
    title: 'A box that scrolls 30 columns of 100 x 300 px to the right, then 20 bands of 100 px',
    body: page(
      `${ROW} main { overflow-x: auto; scrollbar-width: none }`,
      columns(30, '300px') + bands(20, 100),
    ),
  },
}
