import { flag, length, number, numericText, oneOf, onlyFor, readAs } from '../../kinds/index.ts'
import { readLength } from '../../values/length.ts'
import { readPageRanges } from '../../values/page-ranges.ts'
import { PAPER_NAMES } from '../../values/paper.ts'

const PAPER = { unit: 'px', minimum: 10, maximum: 120_000 }
const ONE_PAGE = { overriddenBy: ['full_page'] }

const margin = (description: string) => readAs(length(description, { maximum: 10_000 }), readLength)

/** Options for the pages of a PDF. */
export const pdf = onlyFor(['pdf'], {
  pdf_page_size: oneOf('Paper size by name. Default: that of the page, else a4.', PAPER_NAMES, ONE_PAGE),
  pdf_page_width: number('Paper width. Default: that of a4 when "pdf_page_height" is set.', {
    ...PAPER,
    overriddenBy: ['full_page', 'pdf_page_size'],
  }),
  pdf_page_height: number('Paper height. Default: that of a4 when "pdf_page_width" is set.', {
    ...PAPER,
    overriddenBy: ['full_page', 'pdf_page_size'],
  }),
  pdf_page_range: readAs(
    numericText('Pages to include, such as 1-3,5; with full_page only those of a PDF that the URL returns.', {
      maxBytes: 256,
      pattern: String.raw`(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4})(?:,(?:[1-9]\d{0,4}(?:-(?:[1-9]\d{0,4})?)?|-[1-9]\d{0,4}))*`,
      expects: 'pages and ranges of pages, such as 2 or 1-3,5 or 4-',
      examples: ['2', '1-3,5', '4-'],
    }),
    readPageRanges,
  ),
  pdf_orientation: oneOf('Orientation of a paper size that has a name.', ['portrait', 'landscape'], {
    overriddenBy: ['full_page', 'pdf_page_width', 'pdf_page_height'],
  }),
  pdf_margin: oneOf(
    'Margins of all four sides: none, 0.4 inches (default) or 0.25 inches (minimum). Default: those of the page, else none.',
    ['default', 'none', 'minimum'],
  ),
  pdf_margin_top: margin('Top margin; overrides pdf_margin.'),
  pdf_margin_right: margin('Right margin; overrides pdf_margin.'),
  pdf_margin_bottom: margin('Bottom margin; overrides pdf_margin.'),
  pdf_margin_left: margin('Left margin; overrides pdf_margin.'),
  pdf_scale: number('Scale of the page on the paper.', {
    unit: 'factor',
    minimum: 0.1,
    maximum: 2,
    default: 1,
    ...ONE_PAGE,
  }),
  pdf_fit_to_page: flag('Shrink the page until it is not wider than the paper.', ONE_PAGE),
  pdf_dpi: number('Page pixels per inch of paper.', {
    unit: 'dots/in',
    minimum: 72,
    maximum: 600,
    default: 96,
  }),
  pdf_auto_crop: flag('Leave out empty pages at the end or, with full_page, the empty space there.'),
  pdf_background: flag('Print background colours and images.', { default: true }),
  pdf_outline: flag('Add an outline (bookmarks) from the headings.'),
  pdf_tagged: flag('Add accessibility tags.', { default: true, overriddenBy: ['pdf_outline'] }),
})
