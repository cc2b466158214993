// The compared scenarios; used by the checks and by the load generator.

import type { ApiRequest } from './send.ts';

/** Data that requests need. Each server has its own readers. */
export interface Fixture {
  agent: string;
  /** Tokens of readers that no other server uses. */
  readers: string[];
  attachmentId: number;
}

/** A measured kind of request. */
export interface Scenario {
  title: string;
  status: number;
  /** The n-th request; each n creates something different. */
  request: (fixture: Fixture, n: number) => ApiRequest;
  /** Statements that undo the requests before each sample. */
  reset?: readonly string[];
  /** Whether Redis is emptied before every sample. */
  flush?: boolean;
  /** Whether responses after the first come from a cache. */
  cached?: boolean;
  /** Query of what request 0 wrote, as the column `effect`. */
  effect?: string;
}

export const groupId = '00000000-0000-4000-7000-000000000001';
export const downloadTicket = 1;
export const uploadTicket = 2;
// A reader submits each quiz once: enough readers for a fast machine.
export const readersPerServer = 1_000;
export const fileBytes = 1_048_576;

/** The id of one of the 200 quizzes. */
export const quizId = (quiz: number) => `00000000-0000-4000-8000-${String(quiz).padStart(12, '0')}`;
const questionId = (quiz: number, place: number) =>
  `00000000-0000-4000-9000-${String(quiz * 10 + place).padStart(12, '0')}`;
const fetchedQuiz = 200;
const submittedQuizzes = 199;

/** A submission with seven right answers, which passes. */
export const attempt = (quiz: number): string =>
  JSON.stringify({
    quizId: quizId(quiz),
    answers: Array.from({ length: 10 }, (_, index) => ({
      fieldId: questionId(quiz, index + 1),
      answer: index < 7 ? 'A resposta certa' : 'Uma resposta errada',
    })),
  });

const json = 'application/json';
const formType = 'multipart/form-data; boundary=uma-fronteira';

const formOf = (bytes: number): Buffer => {
  const contents = Buffer.alloc(bytes, 'As páginas de um relatório. ');
  contents.write('%PDF-1.7\n');
  return Buffer.concat([
    Buffer.from('--uma-fronteira\r\n'),
    Buffer.from(
      'Content-Disposition: form-data; name="arquivo"; filename="relatório anual.pdf"\r\n',
    ),
    Buffer.from('Content-Type: application/pdf\r\n\r\n'),
    contents,
    Buffer.from('\r\n--uma-fronteira--\r\n'),
  ]);
};

const form = formOf(fileBytes);

/** Uploads the file for the download scenario. */
export const firstUpload = ({ agent }: Pick<Fixture, 'agent'>): ApiRequest => ({
  method: 'POST',
  path: `/support/${downloadTicket}/anexos`,
  token: agent,
  type: formType,
  body: form,
});

const report = (from: number, days: number): string => {
  const day = (offset: number) =>
    new Date(Date.UTC(2022, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);
  return `/support/relatorios/serie-temporal?data_inicio=${day(from)}&data_fim=${day(from + days - 1)}`;
};

// 9 800 different ranges, spread over the years.
const startDays = 1_400;
const varied = (n: number): string =>
  report((n * 37) % startDays, 28 + (Math.floor(n / startDays) % 7));

export const scenarios = {
  'list-tags': {
    title: 'list 30 tags',
    status: 200,
    request: ({ agent }) => ({ method: 'GET', path: '/support/tags', token: agent }),
  },
  'create-tag': {
    title: 'create a tag',
    status: 201,
    request: ({ agent }, n) => ({
      method: 'POST',
      path: '/support/tags',
      token: agent,
      type: json,
      body: JSON.stringify({ name: `Etiqueta número ${n}`, color: '#1D4ED8' }),
    }),
    reset: [`delete from tags where name like 'Etiqueta%'`, 'vacuum tags'],
    effect: `
      select jsonb_build_array(name, color, is_default, action, actor_email, role, channel, outcome, changes) as effect
      from tags t left join audit_log a on a.target = 'tag:' || t.id and action = 'tags.create'
      where name = 'Etiqueta número 0'`,
  },
  'global-ranking': {
    title: 'global ranking, cached',
    status: 200,
    cached: true,
    request: () => ({ method: 'GET', path: '/streaks/ranking/global' }),
  },
  'group-ranking': {
    title: 'ranking of a group of 1 000',
    status: 200,
    request: ({ agent }) => ({
      method: 'GET',
      path: `/streaks/groups/${groupId}/ranking`,
      token: agent,
    }),
  },
  'cached-report': {
    title: 'report of 31 days, cached',
    status: 200,
    cached: true,
    flush: true,
    request: ({ agent }) => ({ method: 'GET', path: report(1_000, 31), token: agent }),
  },
  'uncached-report': {
    title: 'report of about 31 days, not cached',
    status: 200,
    flush: true,
    request: ({ agent }, n) => ({ method: 'GET', path: varied(n), token: agent }),
  },
  'quiz-fetch': {
    title: 'fetch the quiz',
    status: 200,
    request: ({ readers }, n) => ({
      method: 'GET',
      path: `/quiz/${quizId(fetchedQuiz)}`,
      token: readers[n % readers.length],
    }),
  },
  'quiz-submit': {
    title: 'submit the quiz',
    status: 200,
    request: ({ readers }, n) => {
      const quiz = 1 + Math.floor(n / readers.length);
      if (quiz > submittedQuizzes) throw new Error('every reader has submitted every quiz');
      const token = readers[n % readers.length];
      return { method: 'POST', path: '/quiz/submit', token, type: json, body: attempt(quiz) };
    },
    effect: `
      select jsonb_build_array(q.quiz_date, a.answers, a.correct_answers, a.passed,
        q.quiz_date <@ s.read_days, s.last_interaction_at = a.attempted_at) as effect
      from quiz_attempts a join quizzes q on q.id = a.quiz_id join streaks s using (email)
      order by a.attempted_at desc limit 1`,
  },
  upload: {
    title: 'upload of 1 MB',
    status: 201,
    request: ({ agent }) => ({
      method: 'POST',
      path: `/support/${uploadTicket}/anexos`,
      token: agent,
      type: formType,
      body: form,
    }),
    reset: [`delete from attachments where ticket_id = ${uploadTicket}`, 'vacuum attachments'],
    effect: `
      select jsonb_build_array(name, type, state, size, encode(sha256, 'hex'), uploader_email, action, actor_email, changes) as effect
      from attachments t left join audit_log a on a.target = 'attachment:' || t.id
      where ticket_id = ${uploadTicket}`,
  },
  download: {
    title: 'download of 1 MB',
    status: 200,
    request: ({ agent, attachmentId }) => ({
      method: 'GET',
      path: `/support/anexos/${attachmentId}/download`,
      token: agent,
    }),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

export const scenarioNames = Object.keys(scenarios) as ScenarioName[];

/** A task of the load generator: requests of a scenario, starting at `from`, for some seconds. */
export interface Task {
  url: string;
  scenario: ScenarioName;
  fixture: Fixture;
  from: number;
  seconds: number;
  connections: number;
}

/** The result of a task. */
export interface Outcome {
  responses: number;
  seconds: number;
  p50: number;
  p99: number;
  /** CPU share of the load generator; near 1 it is the bottleneck. */
  busy: number;
}
