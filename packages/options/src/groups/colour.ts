import { flag, oneOf } from '../kinds/index.ts'

/** The colour space that the page is rendered in. */
export const colour = {
  color_profile: oneOf(
    'Colour space the page is rendered in, and whose profile the picture carries; scrgblinear and hdr10 have none, and only tell the page of a high dynamic range.',
    ['default', 'srgb', 'dp3', 'rec2020', 'scrgblinear', 'hdr10', 'colorspingamma24'],
    { default: 'default', owner: 'packages/engine/src/browser/switches.ts' },
  ),
  display_p3: flag('Short for color_profile dp3.'),
  rec2020: flag('Short for color_profile rec2020.'),
  hdr10: flag('Short for color_profile hdr10.'),
  scrgb_linear: flag('Short for color_profile scrgblinear.'),
}
