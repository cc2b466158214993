const thoughts = /^\s*<(think(?:ing)?|thoughts?|reasoning|reflection|analysis)>/i;

/**
 * Extracts the JSON object from a model's response: without a byte order mark, reasoning, a code fence and
 * surrounding sentences. Returns the text itself if there is none.
 */
export const unwrappedJson = (given: string): string => {
  const text = withoutThoughts(given.replace(/^\ufeff/, ''));
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start < end ? text.slice(start, end + 1) : text;
};

const withoutThoughts = (text: string): string => {
  const [, name] = thoughts.exec(text) ?? [];
  const close = `</${name?.toLowerCase() ?? 'think'}>`;
  const end = text.toLowerCase().indexOf(close);
  // Some servers leave the opening tag in the prompt.
  const isBefore = name !== undefined || end < text.indexOf('{');
  return end !== -1 && isBefore ? text.slice(end + close.length) : text;
};
