import { fileTypes, readBody, type Format } from '@render/outputs'
import { openInSrgb, type Picture } from '../pictures/picture.ts'
import type { AskContext } from './model-context.ts'

/** Whether the main output is the picture that the model gets. */
export function isPicture(format: Format): boolean {
  return fileTypes[format].kind === 'image'
}

/** Makes the picture for the model: as PNG within a size, never enlarged. */
export async function modelPicture(
  { page, main, picture, signal }: Pick<AskContext, 'page' | 'main' | 'picture' | 'signal'>,
  size: { width: number; height: number },
): Promise<Buffer> {
  const { width = 1, height = 1 } = picture ?? main.facts
  const source: Picture = picture ?? { body: await readBody(main.body), width, height }
  const fit = () =>
    openInSrgb(source)
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
  return page.cpuSemaphore.run(width * height, fit, signal)
}
