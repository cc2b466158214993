import { Transform, type TransformCallback } from 'node:stream';

export const untyped = 'unknown/unknown';

const lineEnd = '\r\n';
const headerEnd = Buffer.from(lineEnd + lineEnd);
const addedHeader = Buffer.from(`${lineEnd}Content-Type: ${untyped}`);
const maxHeaderBytes = 16_384;

/** Marks form parts without a Content-Type, which busboy reports as `text/plain` (RFC 7578 §4.4). */
export class PartTypes extends Transform {
  readonly #delimiter: Buffer;
  // The first delimiter has no line end before it.
  #held: Buffer = Buffer.from(lineEnd);
  #unsent = 0;
  #reads: 'contents' | 'header' | 'rest' = 'contents';

  constructor(boundary: string) {
    super();
    this.#delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
    this.#unsent = this.#held.length;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#reads === 'rest') {
      done(null, chunk);
      return;
    }
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (this.#reads === 'header' ? this.#readHeader() : this.#readContents());
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#send(this.#held.length);
    done();
  }

  #readContents(): boolean {
    const at = this.#held.indexOf(this.#delimiter);
    if (at === -1) {
      // A delimiter can have begun only at a line end, so most chunks are passed on uncopied.
      const tail = Math.max(0, this.#held.length - this.#delimiter.length + 1);
      const begun = this.#held.indexOf('\r', tail);
      this.#send(begun === -1 ? this.#held.length : begun);
      return false;
    }
    this.#send(at + this.#delimiter.length);
    this.#reads = 'header';
    return true;
  }

  #readHeader(): boolean {
    const startsLine = this.#held.toString('latin1', 0, lineEnd.length);
    const end = this.#held.indexOf(headerEnd);
    // Two dashes end the form. busboy handles other bytes that are no line end.
    if (!lineEnd.startsWith(startsLine) || (end === -1 && this.#held.length > maxHeaderBytes)) {
      this.#reads = 'rest';
      this.#send(this.#held.length);
      return false;
    }
    if (end === -1) return false;
    this.#send(end);
    this.push(addedHeader);
    this.#send(headerEnd.length);
    this.#reads = 'contents';
    return true;
  }

  #send(bytes: number): void {
    const sent = this.#held.subarray(Math.min(this.#unsent, bytes), bytes);
    this.#unsent = Math.max(0, this.#unsent - bytes);
    if (sent.length > 0) this.push(sent);
    this.#held = this.#held.subarray(bytes);
  }
}
