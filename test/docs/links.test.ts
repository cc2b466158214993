import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const filesMatching = (patterns: string[]): string[] =>
  globSync(patterns, { exclude: ['**/node_modules/**', '**/.data/**', 'examples/generated/**'] });

const documents = filesMatching(['*.md', '.github/**/*.md', '*/**/*.md']);
const sources = filesMatching([
  '{contract,packages,cli,console,db,server,scripts,bench,eval,test}/**/*.{ts,sql}',
]);

const withoutCode = (markdown: string): string =>
  markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchors that forges give to the headings of a document. */
const anchorsOf = (file: string): string[] =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ +(.+)$/gm),
  ].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );

/** Why a link does not resolve; undefined if it does. */
const brokenLink = (document: string, target: string): string | undefined => {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : normalize(join(dirname(document), path));
  if (!existsSync(file)) return `${document}: no ${file}`;
  if (anchor === undefined || statSync(file).isDirectory()) return undefined;
  return anchorsOf(file).includes(anchor) ? undefined : `${document}: no #${anchor} in ${file}`;
};

describe('the documents', () => {
  it('are linked to files and headings that exist', () => {
    const broken = documents.flatMap((document) =>
      [...withoutCode(readFileSync(document, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => brokenLink(document, target)),
    );
    expect(broken.length).toBeGreaterThan(10);
    expect(broken.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('have each heading that code cites', () => {
    const missing = sources.flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/\b(docs\/[a-z\d/-]+\.md)(?:#([\w-]+))?/g)]
        .filter(
          ([, file = '', anchor]) =>
            !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor)),
        )
        .map(([citation]) => `${source}: ${citation}`),
    );
    expect(missing).toEqual([]);
  });
});
