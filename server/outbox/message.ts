export const htmlDocument = (html: string): string =>
  `<!doctype html>\n<html lang="pt-BR"><head><meta charset="utf-8"></head><body>\n${html}\n</body></html>\n`;

const oneLine = (subject: string): string => subject.replaceAll(/[\s\p{C}]+/gu, ' ').trim();

/** Returns a subject on one line with a single `Re:`. */
export const replySubject = (subject: string): string =>
  `Re: ${oneLine(subject).replace(/^(re\s*:\s*)+/i, '')}`;

/** Returns a subject on one line with a single `Enc:`, the prefix of Brazilian mail programs. */
export const forwardSubject = (subject: string): string =>
  `Enc: ${oneLine(subject).replace(/^((enc|fwd?)\s*:\s*)+/i, '')}`;
