import { createReadStream } from 'node:fs';
import multipart from '@fastify/multipart';
import fastify, { type FastifyRequest, type preParsingHookHandler } from 'fastify';
import { getDownload, requireTicket, storeAttachment } from './by-hand/attachments.ts';
import { getQuiz, submitQuiz } from './by-hand/quiz.ts';
import { globalRanking, groupRanking } from './by-hand/rankings.ts';
import { report } from './by-hand/reports.ts';
import { createTag, listTags } from './by-hand/tags.ts';
import { downloadHeaders, limitSlowReader } from './downloads.ts';
import { schemas } from './fastify-schemas.ts';
import { maxFileBytes } from './files.ts';
import type { Answer } from './grade.ts';
import { hasRole, type Person, personOf, type Role } from './person.ts';
import { Refusal } from './refusal.ts';
import { type ReportParameters, reportQueryOf } from './report.ts';
import { settings } from './settings.ts';

// The endpoints on Fastify 5, hand-written, with its validation and its serialiser.

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | undefined;
  }
}

const allow =
  (role: Role): preParsingHookHandler =>
  async (request) => {
    const person = await personOf(request.headers.authorization);
    if (!person) throw new Refusal(401, 'Token inválido ou expirado');
    if (!hasRole(person, role)) throw new Refusal(403, 'Você não tem permissão');
    request.person = person;
  };

const personIn = ({ person }: FastifyRequest): Person => {
  if (!person) throw new Refusal(401, 'Token inválido ou expirado');
  return person;
};

const emailIn = (request: FastifyRequest): string => {
  const { email } = personIn(request);
  if (!email) throw new Refusal(401, 'Token inválido ou expirado');
  return email;
};

const app = fastify({ bodyLimit: 262_144, ajv: { customOptions: { removeAdditional: false } } });
await app.register(multipart, { limits: { files: 1, fileSize: maxFileBytes + 1 } });
app.decorateRequest('person', undefined);

app.get('/livez', async () => ({ success: true }));

app.get('/support/tags', { schema: schemas.listTags, preParsing: allow('reader') }, async () => ({
  success: true,
  data: await listTags(),
}));

app.post<{ Body: { name: string; color: string; isDefault: boolean } }>(
  '/support/tags',
  { schema: schemas.createTag, preParsing: allow('agent') },
  async (request, reply) => {
    const { name, color, isDefault } = request.body;
    const trimmed = name.normalize('NFC').trim();
    if (!trimmed) throw new Refusal(400, 'Nome e cor são obrigatórios');
    reply.code(201);
    return {
      success: true,
      data: await createTag({ name: trimmed, color, isDefault }, personIn(request)),
    };
  },
);

app.get('/streaks/ranking/global', { schema: schemas.globalRanking }, async () => ({
  success: true,
  data: await globalRanking(),
}));

app.get<{ Params: { id: string } }>(
  '/streaks/groups/:id/ranking',
  { schema: schemas.groupRanking, preParsing: allow('reader') },
  async (request) => ({
    success: true,
    data: await groupRanking(request.params.id),
  }),
);

app.get<{ Querystring: ReportParameters }>(
  '/support/relatorios/serie-temporal',
  { schema: schemas.report, preParsing: allow('agent') },
  async (request) => ({ success: true, ...(await report(reportQueryOf(request.query))) }),
);

app.get<{ Params: { id: string } }>(
  '/quiz/:id',
  { schema: schemas.getQuiz, preParsing: allow('reader') },
  async (request) => ({
    success: true,
    data: await getQuiz(request.params.id, emailIn(request)),
  }),
);

app.post<{ Body: { quizId: string; answers: Answer[] } }>(
  '/quiz/submit',
  { schema: schemas.submitQuiz, preParsing: allow('reader') },
  async (request) => {
    const { quizId, answers } = request.body;
    return { success: true, ...(await submitQuiz(quizId, answers, emailIn(request))) };
  },
);

app.post<{ Params: { id: number } }>(
  '/support/:id/anexos',
  { schema: schemas.upload, preParsing: allow('reader') },
  async (request, reply) => {
    const person = personIn(request);
    await requireTicket(request.params.id, person);
    const part = await request.file();
    if (!part) throw new Refusal(400, 'arquivo é obrigatório');
    const file = { name: part.filename, type: part.mimetype, contents: part.file };
    const data = await storeAttachment(request.params.id, person, file).finally(() =>
      part.file.resume(),
    );
    reply.code(201);
    return { success: true, message: 'Arquivo enviado com sucesso', data };
  },
);

app.get<{ Params: { id: number } }>(
  '/support/anexos/:id/download',
  { schema: schemas.download, preParsing: allow('reader') },
  async (request, reply) => {
    const found = await getDownload(request.params.id, personIn(request));
    reply.headers(downloadHeaders(found));
    limitSlowReader(reply.raw, found.size);
    return reply.send(createReadStream(found.file));
  },
);

await app.listen({ port: settings.port, host: '127.0.0.1' });
