// [MS-XLS]: a workbook's stream is a sequence of records: a type, a length, and that many bytes. Only the first bytes of a few are
// read here.

const headerBytes = 4;
const prefixBytes = 8;

const record = {
  beginning: 0x0809,
  externalSheet: 0x0017,
  filePassword: 0x002f,
  sheet: 0x0085,
  query: 0x00dc,
  queryTable: 0x01ad,
  externalBook: 0x01ae,
  dataConnection: 0x0876,
};

const biff8 = 0x0600;
const worksheet = 0;
const chart = 2;
/** In place of the name of another workbook: this workbook, or functions of add-ins. */
const ownBooks = [0x0401, 0x3a01];
/** First characters of names that do not lead to another file: this sheet, a sheet of this workbook, this workbook, add-ins. */
const ownSheets = [0x02, 0x03, 0x04, 0x3a];

/**
 * Whether a workbook's stream (Excel 5.0 to 2003) is not encrypted and is without Excel 4.0 macro sheets, Visual Basic modules, links
 * to other files or programs, and queries of outside data.
 */
export const isSafeBook = async (contents: AsyncIterable<Buffer>): Promise<boolean> => {
  const book = new Book();
  for await (const chunk of contents) if (!book.take(chunk)) return false;
  return book.begun;
};

class Book {
  /** Whether the stream starts as a workbook does. */
  begun = false;
  #version = 0;
  /** The header of the record and as much of its bytes as is read; and how many more bytes to pass over. */
  #head: Buffer = Buffer.alloc(0);
  #skip = 0;

  /** Takes the next bytes; returns false as soon as a record is refused. */
  take(chunk: Buffer): boolean {
    let at = Math.min(this.#skip, chunk.length);
    this.#skip -= at;
    while (at < chunk.length) {
      const wanted = this.#wantedBytes() - this.#head.length;
      const part = chunk.subarray(at, at + wanted);
      this.#head = this.#head.length === 0 ? part : Buffer.concat([this.#head, part]);
      at += part.length;
      if (this.#head.length < headerBytes || this.#head.length < this.#wantedBytes()) continue;
      if (!this.#accepts(this.#head.readUInt16LE(0), this.#head.subarray(headerBytes)))
        return false;
      const rest = headerBytes + this.#head.readUInt16LE(2) - this.#head.length;
      const passed = Math.min(rest, chunk.length - at);
      at += passed;
      this.#skip = rest - passed;
      this.#head = Buffer.alloc(0);
    }
    return true;
  }

  #wantedBytes(): number {
    if (this.#head.length < headerBytes) return headerBytes;
    return headerBytes + Math.min(prefixBytes, this.#head.readUInt16LE(2));
  }

  #accepts(type: number, data: Buffer): boolean {
    if (!this.begun) {
      if (type !== record.beginning || data.length < 4) return false;
      this.#version = data.readUInt16LE(0);
      this.begun = true;
      return true;
    }
    switch (type) {
      case record.filePassword:
      case record.query:
      case record.queryTable:
      case record.dataConnection:
        return false;
      case record.sheet:
        return data.length >= 6 && [worksheet, chart].includes(data.readUInt8(5));
      case record.externalBook:
        return data.length >= 4 && ownBooks.includes(data.readUInt16LE(2));
      case record.externalSheet:
        if (this.#version === biff8) return true;
        return data.length >= 2 && ownSheets.includes(data.readUInt8(1));
      default:
        return true;
    }
  }
}
