/** The search of busboy 1.6.0, with the fields that boundary-search.ts needs and that are not public. Both packages are pinned. */
declare module 'streamsearch' {
  export default class StreamSearch {
    _needle: Buffer;
    /** How many bytes at the end of the last chunk may begin a needle. */
    _lookbehindSize: number;
    _bufPos: number;
    _cb: (isMatch: boolean, data: Buffer, start: number, end: number, isDataSafe: boolean) => void;
    /** Returns the position behind the last byte that was searched. */
    push(chunk: Buffer, from?: number): number;
  }
}
