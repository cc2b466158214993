/** Options of one call. */
export interface CallOptions {
  /** Aborts the call, and its retries. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Overrides the client's `retries`. */
  retries?: number | undefined;
  /** More headers for this call. */
  headers?: Record<string, string> | undefined;
}

/** Options of a call that the service runs once for an idempotency key. */
export interface IdempotentCallOptions extends CallOptions {
  /**
   * The key that makes the service run the request once. Default: a new one for each call, the same for its retries. Give your own
   * to repeat a call later, for example after the page was reloaded.
   */
  idempotencyKey?: string | undefined;
}

/** Options of an upload. */
export interface UploadCallOptions extends IdempotentCallOptions {
  /**
   * Called each time more of the files was sent, to within the few bytes around them; in a browser with a `fetch` of your own once, at the
   * end. A retry starts again at 0.
   */
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** How much of an upload was sent, in bytes of its files. */
export interface UploadProgress {
  loaded: number;
  total: number;
}
