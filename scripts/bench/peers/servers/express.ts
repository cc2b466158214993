import busboy from 'busboy';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { getDownload, requireTicket, storeAttachment } from './by-hand/attachments.ts';
import { getQuiz, submitQuiz } from './by-hand/quiz.ts';
import { globalRanking, groupRanking } from './by-hand/rankings.ts';
import { report, reportQuery } from './by-hand/reports.ts';
import { createTag, listTags } from './by-hand/tags.ts';
import { maxFileBytes } from './files.ts';
import type { Answer } from './grade.ts';
import { hasRole, type Person, personOf, type Role } from './person.ts';
import { invalid, Refusal, refusals } from './refusal.ts';
import { settings } from './settings.ts';

// The endpoints on Express with nothing between: what somebody who knows it well writes by hand.

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

const numberOf = (text: unknown): number => {
  if (typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) < 2 ** 31) {
    return Number(text);
  }
  throw invalid('id deve ser um número inteiro positivo');
};

const emailOf = ({ email }: Person): string => {
  if (!email) throw refusals.quizToken();
  return email;
};

const app = express();
app.disable('x-powered-by').disable('etag');

app.get('/livez', (_req, res) => {
  res.json({ success: true });
});

app.get('/support/tags', allow('reader'), async (_req, res) => {
  res.json({ success: true, data: await listTags() });
});

app.post('/support/tags', allow('agent'), body, async (req, res) => {
  const { name, color, isDefault = false } = req.body ?? {};
  if (typeof name !== 'string' || !name.trim() || !color) throw refusals.tagFields();
  const trimmed = name.normalize('NFC').trim();
  if (trimmed.length > 60) throw invalid('name deve ter no máximo 60 caracteres');
  if (typeof color !== 'string' || !/^#[\da-f]{6}$/i.test(color)) {
    throw invalid('color deve ter a forma #RRGGBB');
  }
  if (typeof isDefault !== 'boolean') throw invalid('isDefault deve ser verdadeiro ou falso');
  res.status(201).json({ success: true, data: await createTag(trimmed, color, isDefault) });
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

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'fieldId' in value &&
  typeof value.fieldId === 'string' &&
  'answer' in value &&
  typeof value.answer === 'string';

app.post('/quiz/submit', allow('reader', refusals.quizToken), body, async (req, res) => {
  const { quizId, answers } = req.body ?? {};
  if (!quizId || !answers) throw refusals.quizFields();
  if (typeof quizId !== 'string') throw invalid('quizId deve ser um texto');
  if (!Array.isArray(answers) || answers.length > 100 || !answers.every(isAnswer)) {
    throw invalid('answers deve ser uma lista de fieldId e answer');
  }
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
        // The rest must be read for the client to hear of it.
        req.unpipe(form);
        req.resume();
        reject(error);
      });
    });
    form.on('close', () =>
      stored ? stored.then(resolve) : reject(invalid('arquivo é obrigatório')),
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

app.get('/support/anexos/:id/download', allow('reader'), async (req, res) => {
  const found = await getDownload(numberOf(req.params.id), res.locals.person);
  res.sendFile(found.file, {
    cacheControl: false,
    dotfiles: 'allow',
    headers: { 'Content-Type': found.type, 'Content-Disposition': found.disposition },
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
