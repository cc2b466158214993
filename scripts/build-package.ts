import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

// Builds the package in the working directory as ES modules and CommonJS, with types and source maps.

rmSync('dist', { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'tsconfig.cjs.json']) {
  execFileSync('tsc', ['-p', project], { stdio: 'inherit' });
}
// TypeScript rewrites the imports in the code, but not in the types.
for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const text = readFileSync(`dist/${file}`, 'utf8');
  writeFileSync(`dist/${file}`, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
writeFileSync('dist/cjs/package.json', '{"type":"commonjs"}\n');
