import { followFiles as follow } from '../../self-contained/follow-files.ts'
import { stage } from '../../stage.ts'

/** Follows what the page loads where its files become part of the document. */
export const followFiles = stage({
  name: 'follow-files',
  phase: 'hooks',
  borrows: ['full_html', 'fragment', 'format', 'save_html'],
  run(ctx, { full_html, fragment, format, save_html }) {
    if (full_html && !fragment && (format === 'html' || save_html)) ctx.files = follow(ctx.tab.page)
  },
})
