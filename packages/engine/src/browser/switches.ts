import type { RenderOptions } from '@render/options'

/**
 * How the browser is to be started for options that have their effect on all of it. The library asks for sRGB by itself;
 * of two such switches the last one counts.
 */
export function switchesFor({
  color_profile,
  disable_web_security,
  hide_headless,
  use_stealth,
}: Pick<
  RenderOptions,
  'color_profile' | 'disable_web_security' | 'hide_headless' | 'use_stealth'
>): readonly string[] {
  const profile = COLOUR_PROFILES[color_profile]
  return [
    ...(profile === undefined ? [] : [`--force-color-profile=${profile}`]),
    ...(disable_web_security ? ['--disable-web-security'] : []),
    // Else scripts read in `navigator.webdriver` who drives it.
    ...(hide_headless || use_stealth ? ['--disable-blink-features=AutomationControlled'] : []),
  ]
}

/** Chromium's names; sRGB when undefined. The last two have no profile that a file could carry. */
const COLOUR_PROFILES: Record<RenderOptions['color_profile'], string | undefined> = {
  default: undefined,
  srgb: undefined,
  dp3: 'display-p3-d65',
  rec2020: 'rec2020',
  colorspingamma24: 'color-spin-gamma24',
  scrgblinear: 'scrgb-linear',
  hdr10: 'hdr10',
}
