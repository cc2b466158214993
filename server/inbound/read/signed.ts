// This reads the mail in an opaque S/MIME signature (RFC 8551 §3.5.2): the contents of a SignedData (RFC
// 5652 §5) in BER. It does not check the signature.

/** An element of BER (X.690), with its contents and the start of the next element. */
interface Element {
  tag: number;
  contents: Buffer;
  end: number;
}

const maxDepth = 16;
const octetString = 0x04;
const octetStrings = 0x24;
const signedData = Buffer.from('2a864886f70d010702', 'hex');

/** Returns the mail in an opaque signature; undefined if it is no signature or was truncated. */
export const signedContent = (bytes: Buffer): Buffer | undefined => {
  const [oid, wrapped] = inside(elementAt(bytes, 0));
  if (!oid?.contents.equals(signedData)) return undefined;
  const [, , encapsulated] = inside(inside(wrapped)[0]);
  const [, contents] = inside(encapsulated);
  return octetsOf(inside(contents)[0]);
};

const inside = (element: Element | undefined): Element[] =>
  element === undefined ? [] : elementsIn(element.contents, 0);

/** Returns the elements of some contents, up to the end or to two zeros. */
const elementsIn = (bytes: Buffer, depth: number): Element[] => {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes.subarray(at), depth);
    if (element === undefined || element.tag === 0) break;
    found.push(element);
    at += element.end;
  }
  return found;
};

const elementAt = (bytes: Buffer, depth: number): Element | undefined => {
  const [tag, length] = bytes;
  if (tag === undefined || length === undefined || depth > maxDepth) return undefined;
  if (length === 0x80) {
    const contents = bytes.subarray(2);
    const size = elementsIn(contents, depth + 1).reduce((sum, { end }) => sum + end, 0);
    return { tag, contents: contents.subarray(0, size), end: size + 4 };
  }
  const digits = length > 0x80 ? length - 0x80 : 0;
  if (digits > 4 || bytes.length < 2 + digits) return undefined;
  const size = digits === 0 ? length : bytes.readUIntBE(2, digits);
  const start = 2 + digits;
  if (start + size > bytes.length) return undefined;
  return { tag, contents: bytes.subarray(start, start + size), end: start + size };
};

const octetsOf = (element: Element | undefined): Buffer | undefined => {
  if (element?.tag === octetString) return element.contents;
  if (element?.tag !== octetStrings) return undefined;
  const pieces = inside(element).filter(({ tag }) => tag === octetString);
  return Buffer.concat(pieces.map(({ contents }) => contents));
};
