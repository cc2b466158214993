/** True for the long run; `npm run faults -- --short` runs the short one. */
export const long = process.env.FAULTS_FORM !== 'short';

/** Picks a value for the short or the long run. */
export const byProfile = <T>(form: { short: T; long: T }): T => (long ? form.long : form.short);
