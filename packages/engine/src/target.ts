import { parseAddress } from '@render/net'
import { pageAddress } from '@render/options'
import { reads } from './option-reader.ts'

/** The page to render. */
export interface Target {
  /** The address to load, or the base address of the markup; undefined for markup without one. */
  url?: URL
  /** The https form of an http address, which is tried first; set when `https_upgrade` is on. */
  securedUrl?: URL
  /** Markup to render instead of the response of the address. */
  markup?: string
}

/**
 * Reads the options that decide which page is rendered.
 * @throws {RenderError} `InvalidURLError`
 */
export const targetOf = reads(
  { name: 'target', owns: ['url', 'html', 'base_url', 'https_upgrade'] },
  ({ https_upgrade, ...source }): Target => {
    const address = pageAddress(source)
    // Its length was limited, as the operator set it, before the render was accepted.
    const url = address === undefined ? undefined : parseAddress(address, Infinity)
    const isUpgraded = https_upgrade && source.html === undefined && url?.protocol === 'http:'
    return {
      url,
      securedUrl: isUpgraded ? new URL(url.href.replace(/^http:/, 'https:')) : undefined,
      markup: source.html,
    }
  },
)
