import type { PublicOptions } from '@render/options'
import type { Response } from 'express'

/** Makes browsers save a file under the name in `download`, without characters that have a meaning in paths and headers. */
export function setDownloadHeader(res: Response, { download = '' }: Pick<PublicOptions, 'download'>): void {
  const name = download.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}"/\\]/gu, '').trim()
  if (name !== '') res.attachment(name)
}
