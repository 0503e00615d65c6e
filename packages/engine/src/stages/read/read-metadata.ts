import { RenderError } from '@render/errors'
import { fitsInline, leftOut } from '../../data/keep-inline.ts'
import { readPageMetadata } from '../../data/read-page-metadata.ts'
import { METADATA_OPTIONS, metadataParts, wantsMetadata } from '../../data/wants-metadata.ts'
import { NO_METADATA } from '../../documents/read-pdf-content.ts'
import { dataStage } from '../../stage.ts'

/** Reads what the page says about itself. What is broken or too much is missing, with a warning or, where wanted, an error. */
export const readMetadata = dataStage({
  name: 'read-metadata',
  phase: 'read',
  owns: [...METADATA_OPTIONS, 'metadata_engine', 'fail_on_metadata_error'],
  direct: true,
  async run({ page, data, files }, options) {
    if (!wantsMetadata(options)) return
    if (page.loadedPdf) page.warnings.push(NO_METADATA)
    const { metadata, faults } = await readPageMetadata(page, options.metadata_engine, metadataParts(options))
    const [fault] = faults
    if (fault !== undefined && options.fail_on_metadata_error)
      throw new RenderError('RenderFailedError', { message: `"fail_on_metadata_error": ${fault}.` })
    page.warnings.push(...faults.map((each) => `"metadata": ${each}.`))
    const isShort = fitsInline(metadata)
    if (isShort) data.metadata = metadata
    else page.warnings.push(leftOut('metadata', 'metadataUrl'))
    if (options.save_metadata || !isShort) files.metadata = metadata
  },
})
