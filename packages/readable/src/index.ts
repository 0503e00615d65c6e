import { pageScript } from '@render/page-script'

export { findInPage } from './page/find-in-page.ts'
export { embeddedAddress } from './page/embedded-address.ts'
export { pictureAddress } from './page/picture-address.ts'
export type { Finding } from './page/index.ts'

/** Returns the script that finds the article of a page, and shows it in place of the page. */
export const articleScript = pageScript(new URL('./page/index.ts', import.meta.url))

/** What the script consists of. */
export type ArticleScript = typeof import('./page/index.ts')
