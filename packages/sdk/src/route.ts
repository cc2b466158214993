/** Describes how a client sends an operation. */
export interface Route {
  method: string;
  /** The path, with `:name` for each parameter. */
  path: string;
  /** The header inputs, by their names on the wire. */
  headers?: readonly string[];
  /**
   * The query inputs of an operation with a body. Without a body, all inputs outside the path are query
   * inputs.
   */
  query?: readonly string[];
  /** True if the path is below the base address of streaks. */
  streaks?: true;
  /** True for a POST without a body. */
  bodiless?: true;
  /** True if the body is a multipart form. */
  form?: true;
  /** True if the response is a file. */
  file?: true;
  /** True for a list of pages, `{ items, nextCursor }`, that `cursor` continues. */
  paged?: true;
  /** True if the operation may take minutes: an upload, a download or generated text. */
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
