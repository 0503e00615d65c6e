import { recordFonts } from '../../in-page/main-world/record-fonts.ts'
import { recordRules } from '../../in-page/main-world/record-rules.ts'
import { runBeforeScripts } from '../../protocol/run-in-every-document.ts'
import { trackLoadedFiles } from '../../self-contained/track-loaded-files.ts'
import { stage } from '../../stage.ts'

/** Tracks what the page loads, and what its scripts make fonts of, where that becomes part of the document. */
export const trackFiles = stage({
  name: 'track-files',
  phase: 'hooks',
  borrows: ['full_html', 'fragment', 'format', 'save_html'],
  async run(ctx, { full_html, fragment, format, save_html }) {
    if (!full_html || fragment || (format !== 'html' && !save_html)) return
    ctx.files = trackLoadedFiles(ctx.tab.page)
    await Promise.all([runBeforeScripts(ctx, recordFonts), runBeforeScripts(ctx, recordRules)])
  },
})
