import proof from '../../scripts/proof/package.json' with { type: 'json' };

const indexHtml = `<!doctype html>
<html lang="pt-BR">
  <head><meta charset="utf-8"><title>Tags</title></head>
  <body><script type="module" src="/main.ts"></script></body>
</html>
`;

const mainTs = `import { createClient, errorCode, LeitorError, type Tag, unwrap } from '@leitor/contract';

const given = new URLSearchParams(location.hash.slice(1));
const baseUrl = given.get('api') ?? '';
const leitor = createClient({ baseUrl, token: () => given.get('token') ?? undefined });

const names = async (): Promise<string[]> => {
  const { data } = await unwrap(leitor.listTags());
  return data.map((tag: Tag) => tag.name);
};

const visit = async () => {
  const tagsBefore = await names();
  const body = { name: 'Do navegador', color: '#1D4ED8' };
  const created = await leitor.createTag({ body });
  const second = await leitor.createTag({ body });
  const anonymous = createClient({ baseUrl });
  const refused: unknown = await unwrap(anonymous.listTags()).catch((error: unknown) => error);
  return {
    tagsBefore,
    createdStatus: created.status,
    secondStatus: second.status,
    secondCode: errorCode(second),
    secondMessage: second.status === 400 ? second.body.message : undefined,
    tagsAfter: await names(),
    ...(refused instanceof LeitorError && {
      refusedStatus: refused.status,
      refusedCode: refused.code,
      refusedHasRequestId: Boolean(refused.requestId),
    }),
  };
};

const report = await visit().catch((error: unknown) => ({ error: String(error) }));
await fetch('/report', { method: 'POST', body: JSON.stringify(report) });
`;

/** What a type checker must refuse: a wrong body, a missing argument, a field that an answer does not have. */
export const mistakes = `import { createClient } from '@leitor/contract';

const leitor = createClient({ baseUrl: '' });
leitor.createTag({ body: { name: 1, color: '#000000' } });
leitor.deleteTag();
const answer = await leitor.listTags();
if (answer.status === 200) answer.body.data[0]?.colour;
`;

/** Exports what a page that only calls the API needs, to be weighed. */
const sizeTs = `export { createClient, errorCode, LeitorError, unwrap } from '@leitor/contract';
`;

const weighMjs = `import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const { output } = (await build({
  configFile: false,
  logLevel: 'silent',
  build: {
    write: false,
    rolldownOptions: { input: 'size.ts', preserveEntrySignatures: 'strict', output: { minify: true } },
  },
}));
const code = output.map((chunk) => chunk.code ?? '').join('');
console.log(JSON.stringify({ raw: Buffer.byteLength(code), gzip: gzipSync(code).length }));
`;

/** The files of a Vite and TypeScript project whose page lists and creates tags, as a front-end developer starts one. */
export const frontEndProject = (packageFile: string): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'front-end',
    private: true,
    type: 'module',
    dependencies: { '@leitor/contract': `file:${packageFile}` },
    devDependencies: { typescript: '5.9.3', vite: proof.devDependencies.vite },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      module: 'ESNext',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      types: [],
      moduleResolution: 'bundler',
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      noEmit: true,
    },
  }),
  'vite.config.ts': "export default { build: { target: 'es2022' } };\n",
  'index.html': indexHtml,
  'main.ts': mainTs,
  'size.ts': sizeTs,
  'weigh.mjs': weighMjs,
});
