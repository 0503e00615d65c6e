import { stage } from '../../stage.ts'

/** The time zone that browsers start with. */
const HOME_ZONE = 'UTC'

/** Sets the time zone and the geolocation of the page. */
export const setGeolocation = stage({
  name: 'set-geolocation',
  phase: 'context',
  owns: ['tz', 'latitude', 'longitude', 'accuracy'],
  run({ contextOptions }, { tz, latitude, longitude, accuracy }) {
    if (tz !== HOME_ZONE) contextOptions.timezoneId = tz
    if (latitude === undefined || longitude === undefined) return
    contextOptions.geolocation = { latitude, longitude, accuracy }
    contextOptions.permissions = ['geolocation']
  },
})
