import type { RenderOptions } from '@render/options'
import { reads } from '../option-reader.ts'
import { isVideo } from '@render/outputs'
import { RECORDING_SWITCHES } from '../video/open-recorded-page.ts'

/**
 * Returns the command-line switches for options that apply to the browser as a whole. The fixed switches set the colour
 * profile to sRGB; of two such switches the last one wins.
 */
export const switchesFor = reads(
  {
    name: 'browser-switches',
    owns: ['color_profile', 'disable_web_security'],
    borrows: ['format', 'hide_headless', 'use_stealth'],
  },
  ({ color_profile, disable_web_security, format, hide_headless, use_stealth }): readonly string[] => {
    // Frames of a video are encoded as sRGB.
    const profile = isVideo(format) ? undefined : COLOUR_PROFILES[color_profile]
    return [
      ...(profile === undefined ? [] : [`--force-color-profile=${profile}`]),
      ...(isVideo(format) ? RECORDING_SWITCHES : []),
      ...(disable_web_security ? ['--disable-web-security'] : []),
      // Without it `navigator.webdriver` is true.
      ...(hide_headless || use_stealth ? ['--disable-blink-features=AutomationControlled'] : []),
    ]
  },
)

/** Chromium's names; undefined for sRGB. Files cannot carry a profile for the last two. */
const COLOUR_PROFILES: Record<RenderOptions['color_profile'], string | undefined> = {
  default: undefined,
  srgb: undefined,
  dp3: 'display-p3-d65',
  rec2020: 'rec2020',
  colorspingamma24: 'color-spin-gamma24',
  scrgblinear: 'scrgb-linear',
  hdr10: 'hdr10',
}
