/** An e-mail as rankings show it. */
export const masked = (email: string): string => email.replace(/^([^@]{0,2})[^@]*/, '$1***');
