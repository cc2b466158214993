import { AppError } from '../core/errors.ts';
import { isApiError } from './openai-client.ts';

/** The model returned no valid answer. The message quotes neither the request nor the answer. */
export class ModelError extends Error {
  override name = 'ModelError';
  readonly reason: 'not-configured' | 'refused' | 'unusable' | 'unavailable' | 'too-late';

  constructor(reason: ModelError['reason'], options: { detail?: string; cause?: unknown } = {}) {
    super(options.detail ? `${reason}: ${options.detail}` : reason, { cause: options.cause });
    this.reason = reason;
  }
}

/** Converts an error of the model's API; other errors are returned unchanged. */
export const toModelError = (error: unknown, signal: AbortSignal): ModelError | AppError => {
  if (error instanceof ModelError || error instanceof AppError) return error;
  if (signal.aborted) return new ModelError('too-late', { cause: signal.reason });
  // The server's error text may quote the request.
  if (isApiError(error)) {
    const detail = error.status ? `HTTP ${error.status}` : error.constructor.name;
    return new ModelError('unavailable', { detail });
  }
  return new ModelError('unavailable', { cause: error });
};
