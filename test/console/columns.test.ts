import { createElement, type FunctionComponent } from 'react';
import { expect, it, vi } from 'vitest';
import AuditScreen from '../../console/src/audit/audit-screen.tsx';
import { Jobs } from '../../console/src/operations/jobs.tsx';
import { Mails } from '../../console/src/operations/mails.tsx';
import { Webhooks } from '../../console/src/operations/webhooks.tsx';
import QuickRepliesScreen from '../../console/src/quick-replies/quick-replies-screen.tsx';
import { ReaderList } from '../../console/src/readers/list.tsx';
import { QuizTable } from '../../console/src/reports/overview.tsx';
import { barsOf } from '../../console/src/reports/responses.tsx';
import SetAsideScreen from '../../console/src/set-aside/set-aside-screen.tsx';
import TagsScreen from '../../console/src/tags/tags-screen.tsx';
import TeamScreen from '../../console/src/team/team-screen.tsx';
import { render, rowsOf } from './render.ts';
import { renderAtNoon } from './samples.ts';

await vi.hoisted(async () => (await import('./stub-window.ts')).stubWindow());
renderAtNoon();

// What each column shows of an item whose fields all differ. The moments are of today, by minutes
// after eight in São Paulo.

const minute = (past: number) => `2026-11-26T11:${past}:00Z`;
const person = { name: 'Ana', email: 'ana@x.com', ownerEmail: 'dona@x.com' };
const times = { createdAt: minute(11), updatedAt: minute(12), lastAttemptAt: minute(13) };
const webhook = { id: 5, url: 'https://a.example/', events: [], status: 'disabled', pending: 3 };

it.each<[string, FunctionComponent, string, object, object, Record<string, string>]>([
  [
    'quick replies',
    QuickRepliesScreen,
    'quickReplies.list',
    { search: '' },
    { id: 1, title: 'Boleto', shortcut: '/b', category: 'geral', ...times },
    { Título: 'Boleto', Atalho: '/b', Categoria: 'geral', Alterada: '08:12' },
  ],
  [
    'tags',
    TagsScreen,
    'tags.list',
    {},
    { id: 1, name: 'Urgente', color: '#112233', isDefault: true, ...times },
    { Nome: 'Urgente', Padrão: 'Sim', Alterada: '08:12' },
  ],
  [
    'the team',
    TeamScreen,
    'team.list',
    {},
    { ...person, role: 'admin', teamRole: 'agent', tokenRole: 'admin' },
    {
      Pessoa: 'Ana',
      'E-mail': 'ana@x.com',
      Papel: 'Administração',
      'De onde': 'Equipe e provedor',
    },
  ],
  [
    'sessions',
    TeamScreen,
    'sessions.list',
    {},
    { ...person, id: '1', userAgent: null, ...times, lastSeenAt: minute(14), current: false },
    { Pessoa: 'Ana', Entrou: '08:11', 'Última atividade': '08:14' },
  ],
  [
    'mails that wait',
    Mails,
    'outbox.list',
    { status: 'failed' },
    { id: 1, ticketId: 7, recipient: 'rui@x.com', subject: 'Oi', error: '550', ...times },
    { Para: 'rui@x.com', Chamado: 'Oi', 'Por quê': '550', Quando: '08:13' },
  ],
  [
    'mails that became no ticket',
    SetAsideScreen,
    'inbound.list',
    { unseen: true },
    { id: 1, sender: 'rui@x.com', subject: 'Oi', reason: 'list', receivedAt: minute(15) },
    { 'E-mail': 'Oi rui@x.com É de uma lista', Quando: '08:15' },
  ],
  [
    'jobs',
    Jobs,
    'jobs.list',
    {},
    {
      name: 'daily-quiz',
      nextRun: minute(16),
      lastRun: { startedAt: minute(17), finishedAt: minute(18), outcome: 'running', error: null },
    },
    { Tarefa: 'Publicar o quiz do dia', 'Última vez': '08:17', Próxima: '08:16' },
  ],
  [
    'webhooks',
    Webhooks,
    'webhooks.list',
    {},
    { ...webhook, events: ['quiz.published'] },
    {
      Endereço: webhook.url,
      'Avisa quando': 'Quiz publicado',
      Situação: 'Desligado após falhar',
      Esperando: '3',
    },
  ],
  [
    'deliveries',
    Webhooks,
    'webhooks.deliveries',
    { id: 5 },
    { id: '1', type: 'quiz.published', attempts: 4, status: 'failed', error: '500', ...times },
    { Aviso: 'Quiz publicado', Quando: '08:13', Situação: 'Desistimos: 500', Tentativas: '4' },
  ],
  [
    'the trail',
    AuditScreen,
    'audit.list',
    { limit: 100 },
    {
      id: 1,
      at: minute(19),
      actor: 'job:send-mails',
      actorEmail: 'bia@x.com',
      actingFor: 'ana@x.com',
      action: 'tickets.setStatus',
      target: 'tag:9',
      outcome: 'refused',
      changes: [{ field: 'status', before: 'open', after: 'closed' }],
    },
    {
      Quando: '08:19',
      Quem: 'bia@x.com por ana@x.com',
      Mudança: 'Situação: Aberto → Fechado',
    },
  ],
  [
    'readers',
    ReaderList,
    'streaks.list',
    { limit: 20 },
    { ...person, currentStreak: 8, maxStreak: 9, lastDay: '2026-11-25', atRisk: true },
    { 'Sequência (dias)': '8', 'Recorde (dias)': '9', 'Último dia': '25/11 · em risco' },
  ],
])('the columns of %s show their fields', async (_, screen, path, input, item, columns) => {
  const known = (key: string, given: object, of: object) => {
    const page = { items: [of], nextCursor: null };
    const pages = { pages: [page], pageParams: [undefined] };
    return [
      [[key, given], page],
      [[key, given, 'pages'], pages],
    ] as const;
  };
  const all = [...known('webhooks.list', {}, webhook), ...known(path, input, item)];
  const html = await render(createElement(screen), all, { address: '/?webhook=5' });
  const tables = html.split('<table').map(rowsOf);
  const [titles = [], cells = []] =
    tables.find(([row]) => row?.includes(Object.keys(columns)[1] ?? '')) ?? [];
  expect(Object.fromEntries(titles.map((title, at) => [title, cells[at]]))).toMatchObject(columns);
});

const quizDay = {
  quizDate: '2026-11-24',
  id: 'q',
  title: 'Um quiz',
  status: 'published',
  attempts: 16,
  passed: 3,
  averageCorrect: 6.04,
  hardest: { question: 'Qual?', correctRate: 0.1 },
} as const;

it('a quiz has its attempts, and the share of them that passed', async () => {
  const [, cells] = rowsOf(await render(createElement(QuizTable, { days: [quizDay] })));
  expect(cells).toEqual(['24/11', 'Um quiz', '16', '19%', '6,0', 'Qual? (10%)']);
});

it('times of replies and of resolutions have their median before the 90 %', () => {
  const seconds = {
    firstReplyMedianSeconds: 3_600,
    firstReplyP90Seconds: 7_200,
    resolutionMedianSeconds: 10_800,
    resolutionP90Seconds: null,
  };
  const charts = barsOf([{ name: 'Conta', ...seconds } as never]);
  expect(charts).toMatchObject([{ points: [['Conta', 1, 2]] }, { points: [['Conta', 3, null]] }]);
});
