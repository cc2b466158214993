import compression from 'compression';
import { free } from './admission/gate.ts';

// Compression is safe from BREACH, because browsers add no bearer tokens to cross-site requests.
const compress = compression({
  threshold: 1_024,
  level: 1,
  // Files are not compressed, because their ranges, lengths and entity tags refer to the original bytes.
  filter: (_req, res) => String(res.getHeader('content-type')).startsWith('application/json'),
});

/** Compresses JSON of 1 KiB or more for callers who accept it. */
export const compressJson = free((req, res, next) => {
  // For short responses, negotiating costs more than sending them.
  if (req.headers['accept-encoding'] === undefined) next();
  else compress(req, res, next);
});
