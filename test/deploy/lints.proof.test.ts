import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findingsOf, lintCompose, lintDockerfile } from '../../scripts/proof/lints.ts';

const folder = mkdtempSync(join(tmpdir(), 'leitor-lints-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of a published file with one replacement. */
const mistaken = (name: string, right: string, wrong: string): string => {
  const text = readFileSync(name, 'utf8');
  expect(text).toContain(right);
  const file = join(folder, basename(name));
  writeFileSync(file, text.replace(right, wrong));
  return file;
};

describe('the lint of the Dockerfile', () => {
  it('accepts ours', () => {
    expect(findingsOf(lintDockerfile('deploy/Dockerfile'))).toBeUndefined();
  });

  it.each([
    ['an unknown instruction', 'COPY server', 'COPPY server', 'Unknown instruction'],
    ['a port that is none', 'EXPOSE 3000', 'EXPOSE http', 'Invalid containerPort'],
    ['an unknown flag', '--interval=10s', '--every=10s', 'Unknown flag'],
    ['an argument too few', 'USER node', 'USER', 'no arguments'],
  ])('finds %s', (_what, right, wrong, finding) => {
    expect(findingsOf(lintDockerfile(mistaken('deploy/Dockerfile', right, wrong)))).toContain(
      finding,
    );
  });
});

describe('the lint of compose.yaml', () => {
  it('accepts ours', () => {
    expect(findingsOf(lintCompose('deploy/compose.yaml'))).toBeUndefined();
  });

  it.each([
    ['an unknown key', 'read_only: true', 'readonly: true', 'invalid-schema'],
    ['a wrong type', 'read_only: true', 'read_only: [1]', 'invalid-schema'],
    ['broken YAML', 'services:', 'services: [', 'invalid-yaml'],
    ['an image without a version', 'mailpit:v1.24', 'mailpit', 'require-explicit-tag'],
    ['a port open to everybody', '127.0.0.1:8080:', '8080:', 'no-unbound-port-interfaces'],
  ])('finds %s', (_what, right, wrong, finding) => {
    expect(findingsOf(lintCompose(mistaken('deploy/compose.yaml', right, wrong)))).toContain(
      finding,
    );
  });
});
