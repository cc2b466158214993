/** Whether the faults run in their long form: longer, oftener, more at once. `npm run faults -- --short` is the short one. */
export const long = process.env.FAULTS_FORM !== 'short';

/** A measure that differs between the two forms. */
export const inForm = <T>(form: { short: T; long: T }): T => (long ? form.long : form.short);
