import { flag, list, readAs, text, withoutOuterBlanks } from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { readPoints } from '../../values/geometry.ts'

/** Options that act on the page. */
export const interaction = ({ selectorBytes: maxBytes }: Limits) => {
  const selectors = { maxItems: 50, maxBytes, items: 'CSS selectors', isPrivate: true } as const
  const paths = { maxItems: 50, maxBytes, items: 'XPaths', isPrivate: true } as const
  return {
    click: list('Click the first match of each selector.', selectors),
    click_all: list('Click every match of each selector.', selectors),
    click_x: list('Click the first match of each XPath.', paths),
    click_all_x: list('Click every match of each XPath.', paths),
    click_at: readAs(
      text('Points of the viewport to click, as x,y in CSS pixels, separated by semicolons.', {
        unit: 'CSS px',
        maxBytes: 1024,
        normalise: withoutOuterBlanks,
        pattern: String.raw`\d{1,5}(?:\.\d{1,4})?,\d{1,5}(?:\.\d{1,4})?(?:;\d{1,5}(?:\.\d{1,4})?,\d{1,5}(?:\.\d{1,4})?)*`,
        expects: 'points x,y separated by semicolons, such as 10,20;30,40',
        examples: ['10,20;30,40'],
      }),
      readPoints,
    ),
    hover: list('Hover over the first match of each selector.', selectors),
    hover_x: list('Hover over the first match of each XPath.', paths),
    save_clicks: flag('Return how many elements each click option matched and clicked.'),
  }
}
