import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Builds the package: ES modules and CommonJS, each with its types and source maps.

const here = fileURLToPath(new URL('.', import.meta.url));
rmSync(`${here}dist`, { recursive: true, force: true });
for (const project of ['tsconfig.build.json', 'tsconfig.cjs.json']) {
  execFileSync('tsc', ['-p', `${here}${project}`], { stdio: 'inherit' });
}
// TypeScript rewrites the imports of the code but not those of the types.
for (const file of readdirSync(`${here}dist`, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const text = readFileSync(`${here}dist/${file}`, 'utf8');
  writeFileSync(`${here}dist/${file}`, text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"));
}
writeFileSync(`${here}dist/cjs/package.json`, '{"type":"commonjs"}\n');
