import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getDownload, requireTicket, storeAttachment } from './by-hand/attachments.ts';
import { emailOf, numberOf, submissionOf, tagOf } from './by-hand/checks.ts';
import { getQuiz, submitQuiz } from './by-hand/quiz.ts';
import { globalRanking, groupRanking } from './by-hand/rankings.ts';
import { report, reportQuery } from './by-hand/reports.ts';
import { createTag, listTags } from './by-hand/tags.ts';
import { downloadOf, limitSlowReader } from './downloads.ts';
import { maxFileBytes } from './files.ts';
import { hasRole, type Person, personOf, type Role } from './person.ts';
import { invalid, Refusal, refusals } from './refusal.ts';
import { settings } from './settings.ts';

// The endpoints on Hono with its Node adapter, hand-written as its documentation teaches.

interface Env {
  Bindings: HttpBindings;
  Variables: { person: Person };
}

const allow =
  (role: Role, refusal = refusals.token): MiddlewareHandler<Env> =>
  async (c, next) => {
    const person = await personOf(c.req.header('authorization'));
    if (!person) throw refusal();
    if (!hasRole(person, role)) throw refusals.role();
    c.set('person', person);
    await next();
  };

const smallBody = bodyLimit({ maxSize: 262_144 });
const jsonOf = (c: Context) => c.req.json().catch(() => ({}));

const app = new Hono<Env>();

app.get('/livez', (c) => c.json({ success: true }));

app.get('/support/tags', allow('reader'), async (c) =>
  c.json({ success: true, data: await listTags() }),
);

app.post('/support/tags', allow('agent'), smallBody, async (c) => {
  const data = await createTag(tagOf(await jsonOf(c)), c.get('person'));
  return c.json({ success: true, data }, 201);
});

app.get('/streaks/ranking/global', async (c) =>
  c.json({ success: true, data: await globalRanking() }),
);

app.get('/streaks/groups/:id/ranking', allow('reader'), async (c) =>
  c.json({ success: true, data: await groupRanking(c.req.param('id'), c.get('person')) }),
);

app.get('/support/relatorios/serie-temporal', allow('agent'), async (c) =>
  c.json({ success: true, ...(await report(reportQuery(c.req.query()))) }),
);

app.get('/quiz/:id', allow('reader', refusals.quizToken), async (c) =>
  c.json({ success: true, data: await getQuiz(c.req.param('id'), emailOf(c.get('person'))) }),
);

app.post('/quiz/submit', allow('reader', refusals.quizToken), smallBody, async (c) => {
  const { quizId, answers } = submissionOf(await jsonOf(c));
  const result = await submitQuiz(quizId, answers, emailOf(c.get('person')));
  return c.json({ success: true, ...result });
});

app.post('/support/:id/anexos', allow('reader'), async (c) => {
  const person = c.get('person');
  const id = numberOf(c.req.param('id'));
  await requireTicket(id, person);
  const { arquivo } = await c.req.parseBody();
  if (!(arquivo instanceof File)) throw invalid('arquivo é obrigatório');
  if (arquivo.size > maxFileBytes) throw refusals.fileSize();
  const file = {
    name: arquivo.name,
    type: arquivo.type,
    contents: Readable.from(arquivo.stream()),
  };
  const data = await storeAttachment(id, person, file);
  return c.json({ success: true, message: 'Arquivo enviado com sucesso', data }, 201);
});

app.get('/support/anexos/:id/download', allow('reader'), async (c) => {
  const found = await getDownload(numberOf(c.req.param('id')), c.get('person'));
  const { status, start, end, headers } = downloadOf(c.env.incoming.headers, found);
  if (status === 304) return c.body(null, status, headers);
  limitSlowReader(c.env.outgoing, end - start + 1);
  const contents = Readable.toWeb(createReadStream(found.file, { start, end }));
  return c.body(contents as ReadableStream, status, headers);
});

app.notFound(() => {
  throw refusals.route();
});

app.onError((error, c) => {
  const refused = error instanceof Refusal;
  if (!refused) console.error(error);
  const field = c.req.path.startsWith('/streaks/groups/') ? 'error' : 'message';
  const text = refused ? error.message : 'Erro interno';
  return Response.json({ success: false, [field]: text }, { status: refused ? error.status : 500 });
});

serve({ fetch: app.fetch, port: settings.port, hostname: '127.0.0.1' });
