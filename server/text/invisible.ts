// These are soft hyphens, zero-width and direction characters, fillers, and joiners that pad the previews of
// mails. A joiner between emojis stays, because it combines them.
const invisible =
  /(?!\u200d\p{Extended_Pictographic})(?:[\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5)/gu;

export const withoutInvisible = (text: string): string => text.replaceAll(invisible, '');
