import { readFileSync } from 'node:fs';
import express from 'express';

// Baseline of the cached ranking: one express 5 route that sends a ready buffer.
const [file = '', port] = process.argv.slice(2);
const body = readFileSync(file);
const app = express();
app.disable('x-powered-by').disable('etag');
app.get('/streaks/ranking/global', (_req, res) => {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(body);
});
app.listen(Number(port), '127.0.0.1');
