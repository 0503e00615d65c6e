import { loadDocument } from '../../browser/load-document.ts'
import { stage } from '../../stage.ts'

/** Loads the page. */
export const loadPage = stage({
  name: 'load-page',
  phase: 'navigate',
  owns: ['url', 'wait_until', 'timeout', 'referer'],
  borrows: ['html', 'base_url'],
  run: (work, options) => loadDocument(work, options, 'visit'),
})
