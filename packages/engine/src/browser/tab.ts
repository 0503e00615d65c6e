import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { EgressTunnel, ProxyRoute } from '@render/net'
import type { PageTime } from '../page-time/page-time.ts'
import type { VirtualClock } from '../page-time/virtual-clock.ts'
import type { PageWorld } from '../protocol/page-world.ts'
import type { PreparedPage } from './opened-page.ts'

/** A page in a browser context of its own, with a CDP session and an egress tunnel that no other page uses. */
export interface Tab extends Readonly<Omit<PreparedPage, 'targetId'>> {
  readonly context: BrowserContext
  readonly page: Page
  /** The protocol's id of the page's main frame, which is that of the page as well. */
  readonly frameId: string
  /** Runs our own functions in isolated worlds of the page. */
  readonly world: PageWorld
  readonly time: PageTime
  /** Set when the page is recorded. */
  readonly clock?: VirtualClock
  readonly tunnel: EgressTunnel
  /** Rejects when the process of the page crashes: pending calls to the page are then never answered. */
  readonly crashed: Promise<never>
}

/** Settings of a tab; without a route all its connections are direct. */
export interface TabOptions extends BrowserContextOptions {
  route?: ProxyRoute
  /** True for a page whose time passes in steps. The browser must have been started for it. */
  isRecorded?: true
  /** True for a page of which no picture is taken; the browser need not paint it. */
  needsNoPicture?: true
  /** True for a page that is opened without Playwright; other context options are not for it. */
  isDirect?: boolean
}

/** Opens the egress tunnel of one tab. */
export type OpenTunnel = (route?: ProxyRoute) => Promise<EgressTunnel>
