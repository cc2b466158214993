import compression from 'compression';
import { free } from './admission/gate.ts';

// Secrets and texts of others are never compressed together for a cross-site attacker to measure
// (BREACH): requests carry bearer tokens, which browsers do not add by themselves.
const compress = compression({
  threshold: 1_024,
  level: 1,
  // Not files: they have ranges, lengths and entity tags of their bytes.
  filter: (_req, res) => String(res.getHeader('content-type')).startsWith('application/json'),
});

/** Compresses JSON of 1 KiB or more for callers who accept it. */
export const compressJson = free((req, res, next) => {
  // Programs often send no such header, and negotiating costs more than a short response.
  if (req.headers['accept-encoding'] === undefined) next();
  else compress(req, res, next);
});
