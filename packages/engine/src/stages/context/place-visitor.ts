import { stage } from '../../stage.ts'

/** Where the browser starts in. */
const HOME_ZONE = 'UTC'

/** Where the visitor is: the clock's time zone, and the position that a page which asks is told. */
export const placeVisitor = stage({
  name: 'place-visitor',
  phase: 'context',
  owns: ['tz', 'latitude', 'longitude', 'accuracy'],
  run({ contextOptions }, { tz, latitude, longitude, accuracy }) {
    if (tz !== HOME_ZONE) contextOptions.timezoneId = tz
    if (latitude === undefined || longitude === undefined) return
    contextOptions.geolocation = { latitude, longitude, accuracy }
    contextOptions.permissions = ['geolocation']
  },
})
