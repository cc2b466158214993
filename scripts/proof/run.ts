import { existsSync } from 'node:fs';
import { findingsOf, lints, tools } from './lints.ts';

// `npm run lint:published`: lints everything that is published. Needs `npm ci --prefix
// scripts/proof`.

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
