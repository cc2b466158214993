import { isAscii } from 'node:buffer';

// The pattern has all control characters except backspace, tab, line ends, form feed, end of file and
// escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them.
const control = /[\u0000-\u0007\u000e-\u0019\u001c-\u001f\u007f]/;
/** Bytes that Windows-1252 assigns no character to. */
const unassigned = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * Checks for UTF-8, Windows-1252, or UTF-16 with a mark; docs/decisions/041-upload-checks.md explains why no
 * library.
 */
export class TextCheck {
  #start = Buffer.alloc(0);
  #utf16: TextDecoder | undefined;
  #utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  #windows = true;
  #began = false;
  #ascii = true;

  /** Takes the next bytes; returns false as soon as the stream cannot be text. */
  take(chunk: Buffer): boolean {
    if (this.#began) return this.#read(chunk);
    // The byte order mark selects the decoder.
    this.#start = Buffer.concat([this.#start, chunk]);
    if (this.#start.length < 2) return true;
    return this.#begin();
  }

  finish(): boolean {
    if (!this.#began && !this.#begin()) return false;
    if (this.#utf16) return this.#decodes(this.#utf16);
    if (this.#utf8 && !this.#decodes(this.#utf8)) this.#utf8 = undefined;
    return this.#utf8 !== undefined || this.#windows;
  }

  #begin(): boolean {
    this.#began = true;
    const mark = this.#start.subarray(0, 2).toString('hex');
    if (mark === 'fffe') this.#utf16 = new TextDecoder('utf-16le', { fatal: true });
    if (mark === 'feff') this.#utf16 = new TextDecoder('utf-16be', { fatal: true });
    return this.#read(this.#start);
  }

  #read(chunk: Buffer): boolean {
    return this.#utf16 ? this.#readUtf16(this.#utf16, chunk) : this.#readBytes(chunk);
  }

  #readUtf16(decoder: TextDecoder, chunk: Buffer): boolean {
    try {
      return !control.test(decoder.decode(chunk, { stream: true }));
    } catch {
      return false;
    }
  }

  #readBytes(chunk: Buffer): boolean {
    const bytes = chunk.toString('latin1');
    if (control.test(bytes)) return false;
    const ascii = isAscii(chunk);
    if (!ascii && unassigned.test(bytes)) this.#windows = false;
    // ASCII needs no decoding unless the previous chunk may have ended inside a character.
    if (this.#utf8 && !(ascii && this.#ascii) && !this.#decodes(this.#utf8, chunk)) {
      this.#utf8 = undefined;
    }
    this.#ascii = ascii;
    return this.#utf8 !== undefined || this.#windows;
  }

  /** Returns true if the next bytes can be decoded; without a chunk, if the end of the text can. */
  #decodes(decoder: TextDecoder, chunk?: Buffer): boolean {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}
