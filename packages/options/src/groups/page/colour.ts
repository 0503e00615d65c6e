import { FORMATS, isVideo } from '@render/outputs'
import { flag, oneOf, onlyFor } from '../../kinds/index.ts'

/** Frames of a video carry no profile. */
const WITH_PROFILES = FORMATS.filter((format) => !isVideo(format))

/** Options for the colour space of the page. */
export const colour = onlyFor(WITH_PROFILES, {
  color_profile: oneOf(
    'Colour space of the page. The image carries its ICC profile, except for scrgblinear and hdr10, which only emulate a display with high dynamic range.',
    ['default', 'srgb', 'dp3', 'rec2020', 'scrgblinear', 'hdr10', 'colorspingamma24'],
    { default: 'default' },
  ),
  display_p3: flag('Shorthand for color_profile dp3.'),
  rec2020: flag('Shorthand for color_profile rec2020.'),
  hdr10: flag('Shorthand for color_profile hdr10.'),
  scrgb_linear: flag('Shorthand for color_profile scrgblinear.'),
})
