import compression from 'compression';
import { free } from './admission/gate.ts';

// Safe from BREACH: browsers do not add bearer tokens to cross-site requests.
const compress = compression({
  threshold: 1_024,
  level: 1,
  // Files are sent as they are: their ranges, lengths and entity tags are those of their bytes.
  filter: (_req, res) => String(res.getHeader('content-type')).startsWith('application/json'),
});

/** Compresses JSON of 1 KiB or more for callers who accept it. */
export const compressJson = free((req, res, next) => {
  // Negotiating costs more than sending a short response.
  if (req.headers['accept-encoding'] === undefined) next();
  else compress(req, res, next);
});
