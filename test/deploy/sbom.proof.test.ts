import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

it('`npm run sbom` lists the production packages, and no others, as CycloneDX', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leitor-sbom-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sbom.cdx.json');
  await promisify(execFile)(process.execPath, ['scripts/sbom.ts', file]);
  const { bomFormat, components } = JSON.parse(await readFile(file, 'utf8'));
  const names: string[] = components.map(({ name }: { name: string }) => name);
  expect(bomFormat).toBe('CycloneDX');
  for (const name of ['express', 'pg', 'zod', 'nodemailer']) expect(names).toContain(name);
  for (const name of ['vitest', '@biomejs/biome', 'dependency-cruiser'])
    expect(names).not.toContain(name);
});

it('`npm run audit` reports vulnerabilities, or clearly that it could not ask', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/audit.ts']);
  expect(stdout).toMatch(/^NOT CHECKED: |^0 vulnerable packages in production$/m);
});
