// Jobs of renders lie in Redis without the options that have their default, twice a render: in the render's own job and in that
// of its record.
import { fillInDefaults, leaveOutDefaults, type PublicOptions } from '@render/options'

/** The options as a job stores them. */
export interface JobOptions {
  options: PublicOptions
  /** Set when options with their default are left out; `optionsOf` returns all. */
  areBrief?: true
}

/** Returns the options of a render as its jobs have them. With `secure_mode` they are few, and stay as they are. */
export function toJobOptions(options: PublicOptions): JobOptions {
  return options.secure_mode ? { options } : { options: leaveOutDefaults(options), areBrief: true }
}

/** Returns the options of a job, with their defaults. */
export function optionsOf({ options, areBrief }: JobOptions): PublicOptions {
  return areBrief ? fillInDefaults(options) : options
}
