import { createReadStream } from 'node:fs';
import busboy from 'busboy';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
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

// The endpoints on Express 5, hand-written as an expert would.

declare global {
  namespace Express {
    interface Locals {
      person: Person;
    }
  }
}

const allow =
  (role: Role, refusal = refusals.token): RequestHandler =>
  async (req, res, next) => {
    const person = await personOf(req.headers.authorization);
    if (!person) throw refusal();
    if (!hasRole(person, role)) throw refusals.role();
    res.locals.person = person;
    next();
  };

const body = express.json({ limit: 262_144 });

const app = express();
app.disable('x-powered-by').disable('etag');

app.get('/livez', (_req, res) => {
  res.json({ success: true });
});

app.get('/support/tags', allow('reader'), async (_req, res) => {
  res.json({ success: true, data: await listTags() });
});

app.post('/support/tags', allow('agent'), body, async (req, res) => {
  const data = await createTag(tagOf(req.body), res.locals.person);
  res.status(201).json({ success: true, data });
});

app.get('/streaks/ranking/global', async (_req, res) => {
  res.json({ success: true, data: await globalRanking() });
});

app.get('/streaks/groups/:id/ranking', allow('reader'), async (req, res) => {
  const data = await groupRanking(String(req.params.id), res.locals.person);
  res.json({ success: true, data });
});

app.get('/support/relatorios/serie-temporal', allow('agent'), async (req, res) => {
  res.json({ success: true, ...(await report(reportQuery(req.query))) });
});

app.get('/quiz/:id', allow('reader', refusals.quizToken), async (req, res) => {
  const data = await getQuiz(String(req.params.id), emailOf(res.locals.person));
  res.json({ success: true, data });
});

app.post('/quiz/submit', allow('reader', refusals.quizToken), body, async (req, res) => {
  const { quizId, answers } = submissionOf(req.body);
  const result = await submitQuiz(quizId, answers, emailOf(res.locals.person));
  res.json({ success: true, ...result });
});

const receive = (req: Request, ticketId: number, person: Person) =>
  new Promise<Awaited<ReturnType<typeof storeAttachment>>>((resolve, reject) => {
    const form = busboy({
      headers: req.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fileSize: maxFileBytes + 1 },
    });
    let stored: ReturnType<typeof storeAttachment> | undefined;
    form.on('file', (_field, contents, { filename, mimeType }) => {
      stored = storeAttachment(ticketId, person, {
        name: filename ?? 'arquivo',
        type: mimeType,
        contents,
      });
      stored.catch((error) => {
        // Drain the body, else the client never receives the response.
        req.unpipe(form);
        req.resume();
        reject(error);
      });
    });
    form.on('close', () =>
      stored ? stored.then(resolve, reject) : reject(invalid('arquivo é obrigatório')),
    );
    form.on('error', () => reject(invalid('body não é um formulário multipart válido')));
    req.pipe(form);
  });

app.post('/support/:id/anexos', allow('reader'), async (req, res) => {
  const { person } = res.locals;
  const id = numberOf(req.params.id);
  await requireTicket(id, person);
  const data = await receive(req, id, person);
  res.status(201).json({ success: true, message: 'Arquivo enviado com sucesso', data });
});

app.get('/support/anexos/:id/download', allow('reader'), async (req, res, next) => {
  const found = await getDownload(numberOf(req.params.id), res.locals.person);
  const { status, start, end, headers } = downloadOf(req.headers, found);
  if (status === 304) {
    res.writeHead(status, headers).end();
    return;
  }
  limitSlowReader(res, end - start + 1);
  const contents = createReadStream(found.file, { start, end });
  contents.once('error', next);
  contents.once('open', () => {
    res.writeHead(status, headers);
    contents.pipe(res);
  });
});

app.use(() => {
  throw refusals.route();
});

const answerFailure: ErrorRequestHandler = (error, req, res, _next) => {
  const refused = error instanceof Refusal;
  if (!refused) console.error(error);
  const text = refused ? error.message : 'Erro interno';
  const field = /^\/streaks\/groups\//.test(req.path) ? 'error' : 'message';
  res
    .status(refused ? error.status : (error.status ?? 500))
    .json({ success: false, [field]: text });
};
app.use(answerFailure);

app.listen(settings.port, '127.0.0.1');
