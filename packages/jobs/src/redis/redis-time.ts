/**
 * Lua: `now` is the time of Redis in milliseconds since the epoch, `micros` the same in microseconds. Processes on several
 * machines share that clock.
 */
export const REDIS_TIME = `
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
local now = math.floor(micros / 1000)
`
