/** How a client sends an operation. */
export interface Route {
  method: string;
  /** With `:name` for each path parameter. */
  path: string;
  /** The inputs that are headers, as they are called on the wire. */
  headers?: readonly string[];
  /**
   * The inputs that are part of the query, on an operation with a body. Without a body, all that is
   * not in the path is.
   */
  query?: readonly string[];
  /** The path is below the base address of streaks. */
  streaks?: true;
  /** A POST without a body. */
  bodiless?: true;
  /** Takes a multipart form. */
  form?: true;
  /** Returns a file. */
  file?: true;
  /** A list of pages: `{ items, nextCursor }`, continued by `cursor`. */
  paged?: true;
  /** May take minutes: an upload, a download, generated text. */
  slow?: true;
}

/**
 * Uma resposta de qualquer status. `body` é JSON lido, um `File`, ou o texto do que não é nenhum
 * deles.
 */
export interface RawResponse<Status extends number = number, Body = unknown> {
  status: Status;
  headers: Headers;
  body: Body;
}
