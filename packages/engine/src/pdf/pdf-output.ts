import type { PdfContext } from './pdf-context.ts'
import type { Outputs } from '../producer.ts'

export function outputOfPdf({ printed }: Pick<PdfContext, 'printed'>): Outputs {
  if (!printed) throw new Error('The page was not printed.')
  const { body, pages } = printed
  return { main: { format: 'pdf', body, facts: { pages } }, sideOutputs: [] }
}
