import { shownAddress } from '../../pictures/shown-address.ts'
import { printTemplates } from '../../pdf/templates/print-templates.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { pdfStage } from '../../stage.ts'

/** Prints the header and the footer of each page; they are laid over the pages once the tab is closed. */
export const printHeadersAndFooters = pdfStage({
  name: 'print-headers-and-footers',
  phase: 'capture',
  owns: ['pdf_header', 'pdf_footer'],
  direct: true,
  borrows: ['tz', 'accept_lang'],
  async run(ctx, options) {
    const { page, templates } = ctx
    if (!templates) return
    const texts = {
      date: dateIn(options.tz, options.accept_lang.tags),
      title: await evaluateAcrossNavigation(page, () => page.tab.page.title()),
      url: shownAddress(page.finalUrl) ?? '',
    }
    ctx.overlays = await printTemplates(page, templates.printed, templates.heights, options, texts)
  },
})

/** Writes the date and the time as the first of the languages does that is known. */
function dateIn(timeZone: string, languages: readonly string[]): string {
  const form = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(languages.find(isKnown), form).format()
}

function isKnown(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}
