// Soft hyphens, zero-width and direction characters, fillers, and the joiners that pad the previews
// of mails. A joiner stays between pictures: it makes one of them.
const invisible =
  /(?!\u200d\p{Extended_Pictographic})(?:[\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu;

/** A text without invisible characters. */
export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '');
