import { existsSync } from 'node:fs';
import { findingsOf, lints, tools } from './lints.ts';

// Lints what is published with the tools of this folder: `npm ci --prefix scripts/proof` first.

if (!existsSync(tools)) {
  console.error('install the tools first: npm ci --prefix scripts/proof');
  process.exit(1);
}

for (const [name, lint] of Object.entries(lints)) {
  const findings = findingsOf(lint);
  console.log(`${findings === undefined ? 'ok' : 'FAILED'}  ${name}`);
  if (findings !== undefined) {
    console.error(findings);
    process.exitCode = 1;
  }
}
