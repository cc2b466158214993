import proof from '../../scripts/proof/package.json' with { type: 'json' };

const indexHtml = `<!doctype html>
<html lang="pt-BR">
  <head><meta charset="utf-8"><title>Tags</title></head>
  <body><script type="module" src="/main.ts"></script></body>
</html>
`;

const mainTs = `import { createLeitor, isLeitorError, type Tag } from '@leitor/sdk';

const given = new URLSearchParams(location.hash.slice(1));
const baseUrl = given.get('api') ?? '';
const leitor = createLeitor({ baseUrl, getToken: () => given.get('token') ?? undefined });

const names = async (): Promise<string[]> =>
  (await leitor.listTags()).map((tag: Tag) => tag.name);

const visit = async () => {
  const tagsBefore = await names();
  const tag = { name: 'Do navegador', color: '#1D4ED8' };
  const created = await leitor.raw.createTag(tag);
  const second = await leitor.raw.createTag(tag);
  const anonymous = createLeitor({ baseUrl });
  const refused: unknown = await anonymous.listTags().catch((error: unknown) => error);
  return {
    tagsBefore,
    createdStatus: created.status,
    secondStatus: second.status,
    secondCode: second.headers.get('x-error-code'),
    secondMessage: second.status === 400 ? second.body.message : undefined,
    tagsAfter: await names(),
    ...(isLeitorError(refused) && {
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
export const mistakes = `import { createLeitor } from '@leitor/sdk';

const leitor = createLeitor({ baseUrl: '' });
leitor.createTag({ name: 1, color: '#000000' });
leitor.deleteTag();
const answer = await leitor.raw.listTags();
if (answer.status === 200) answer.body.data[0]?.colour;
`;

/** The files of a Vite and TypeScript project whose page lists and creates tags, as a front-end developer starts one. */
export const frontEndProject = (packageFile: string): Record<string, string> => ({
  'package.json': JSON.stringify({
    name: 'front-end',
    private: true,
    type: 'module',
    dependencies: { '@leitor/sdk': `file:${packageFile}` },
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
});
