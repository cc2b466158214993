const emphasis = [
  /(?<![\p{L}\p{N}*\\])(\*{1,3})(?=[^\s*])([^*\n]{1,500})(?<=[^\s*])\1(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_\\])(_{1,3})(?=[^\s_])([^_\n]{1,500})(?<=[^\s_])\1(?![\p{L}\p{N}_])/gu,
  /(~~)(?=[^\s~])([^~\n]{1,500})(?<=[^\s~])\1/g,
  /(`{1,3})([^`\n]{1,500})\1/g,
];
const link = /!?\[([^[\]\n]{1,500})\]\((?:https?:|mailto:|#|\/)[^\s()]{0,500}\)/g;
const escaped = /\\([*_`~#[\]()>.!+%$&-])/g;
const heading = /^\s{0,20}#{1,6}\s+/gm;

/** Removes the marks of Markdown from a text. */
export const withoutMarkdown = (text: string): string => {
  let plain = text.replaceAll(heading, '').replaceAll(link, '$1');
  for (const marks of emphasis) plain = plain.replaceAll(marks, '$2');
  return plain.replaceAll(escaped, '$1');
};

const broken = /\*\*|~~|```|^#{1,6}\s|\]\(|(?<![\p{L}\p{N}_])__(?=[\p{L}\p{N}])/mu;

export const hasBrokenMarkdown = (text: string): boolean => broken.test(text);

const listOrTable =
  /\n[ \t]{0,9}(?:[-*+•]|\d{1,2}[.)])[ \t]+\S|^[ \t]{0,9}\|.{0,500}\|[ \t]{0,9}$|^ {0,3}(?:>|[-*_]{3,}[ \t]{0,9}$)/m;

/** Returns true if a text is written in Markdown. */
export const hasMarkdown = (text: string): boolean =>
  hasBrokenMarkdown(text) || listOrTable.test(text) || withoutMarkdown(text) !== text;
