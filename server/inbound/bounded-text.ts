import { PassThrough, pipeline, Readable, Transform } from 'node:stream';
import { Joiner, type MimeNode, Splitter } from '@zone-eu/mailsplit';

/** How much of the text of a mail is decoded, in bytes before decoding; all of its parts together. */
const maxTextBytes = 1_048_576;
/** The same for charsets other than UTF-8: their decoders are written in JavaScript, and some of them are slow. */
const maxForeignTextBytes = 262_144;
/** The headers of a part: reading a list of addresses takes quadratic time. Mail servers accept less (Postfix: 102 400). */
const maxHeadSize = 131_072;

/** The source of a mail, its text parts cut before anything decodes them, and whether any was cut. Attachments are whole. */
export const withBoundedText = (raw: Buffer): { source: Readable; isCut: () => boolean } => {
  let text = 0;
  let isCut = false;
  const cut = new Transform({
    objectMode: true,
    transform(chunk: MailChunk, _encoding, done) {
      if (chunk.type !== 'body' || !isText(chunk.node)) return done(null, chunk);
      const left = (isForeign(chunk.node) ? maxForeignTextBytes : maxTextBytes) - text;
      text += chunk.value.length;
      if (left >= chunk.value.length) return done(null, chunk);
      isCut = true;
      return done(null, { ...chunk, value: chunk.value.subarray(0, Math.max(left, 0)) });
    },
  });
  const bounded = new PassThrough();
  // Destroys `bounded` with the error of any of them.
  pipeline(
    Readable.from([raw]),
    new Splitter({ maxHeadSize }),
    cut,
    new Joiner(),
    bounded,
    () => {},
  );
  return { source: bounded, isCut: () => isCut };
};

type MailChunk =
  | { type: 'node' | 'data'; value?: Buffer }
  | { type: 'body'; node: MimeNode; value: Buffer };

const isText = ({ contentType, disposition }: MimeNode): boolean =>
  disposition !== 'attachment' && (!contentType || /^(?:text|message)\//.test(contentType));

const isForeign = ({ charset }: MimeNode): boolean =>
  !!charset && !/^(?:utf-?8|us-ascii|ascii)$/i.test(charset);
