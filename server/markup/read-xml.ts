import { Parser } from 'htmlparser2';

const maxDepth = 16;
const maxElements = 50_000;
const maxAttributes = 50;

/**
 * Reads an XML part of a package (ECMA-376 part 2) and calls `onElement` with each element and its
 * attributes, by lower-case names without prefixes. Rejects parts with more than 16 levels, with a document
 * type (which packages may not have), or with unclosed elements.
 */
export const readXml = (
  bytes: Uint8Array,
  onElement: (name: string, attributes: ReadonlyMap<string, string>) => void,
): 'read' | 'refused' => {
  const text = decodeXml(bytes);
  if (text === undefined) return 'refused';
  let depth = 0;
  let elements = 0;
  let attributes = 0;
  let isRefused = false;
  let closesItself = false;
  const refuse = () => {
    isRefused = true;
    parser.pause();
  };
  const parser = new Parser(
    {
      onopentagname: () => {
        depth += 1;
        elements += 1;
        attributes = 0;
        if (depth > maxDepth || elements > maxElements) refuse();
      },
      onattribute: () => {
        attributes += 1;
        if (attributes > maxAttributes) refuse();
      },
      onopentag: (name, given) => {
        closesItself = text[parser.endIndex - 1] === '/';
        const named = Object.entries(given).map(([key, value]) => [localName(key), value] as const);
        onElement(localName(name), new Map(named));
      },
      onclosetag: (_, isImplied) => {
        depth -= 1;
        if (isImplied && !closesItself) refuse();
        closesItself = false;
      },
      onprocessinginstruction: (name) => {
        if (name.toLowerCase() === '!doctype') refuse();
      },
    },
    { xmlMode: true },
  );
  parser.write(text);
  closesItself = false;
  if (text.lastIndexOf('<') > text.lastIndexOf('>')) isRefused = true;
  if (!isRefused) parser.end();
  return isRefused ? 'refused' : 'read';
};

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

/** Decodes UTF-8, or UTF-16 with a byte order mark; undefined for other encodings. */
const decodeXml = (bytes: Uint8Array): string | undefined => {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const encoding = { fffe: 'utf-16le', feff: 'utf-16be' }[mark] ?? 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    const declared = /^<\?xml[^>]{0,200}?encoding\s?=\s?["']([^"']{1,40})/.exec(text)?.[1];
    return declared && !/^(utf-?(8|16)|us-ascii|ascii)$/i.test(declared) ? undefined : text;
  } catch {
    return undefined;
  }
};
