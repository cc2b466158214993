import {
  Activity,
  BookOpen,
  BotMessageSquare,
  ChartLine,
  CircleHelp,
  Inbox,
  MailQuestionMark,
  MessageSquareText,
  ScrollText,
  Tags,
  UserCog,
} from 'lucide-react';
import { lazy } from 'react';
import type { Screen } from './shell/screen.ts';
import { shell } from './shell/texts.ts';

const { titles } = shell;

/** All screens, in the order of the menu. */
export const screens: readonly Screen[] = [
  {
    title: titles.queue,
    paths: ['/fila', '/chamados/$id'],
    icon: Inbox,
    nested: lazy(() => import('./queue/views.tsx')),
    load: () => import('./queue/tickets-screen.tsx'),
    loadOpened: () => import('./tickets/ticket.tsx'),
  },
  {
    title: titles.setAside,
    paths: ['/emails'],
    partOf: titles.queue,
    icon: MailQuestionMark,
    load: () => import('./set-aside/set-aside-screen.tsx'),
  },
  {
    title: titles.drafts,
    paths: ['/rascunhos', '/rascunhos/$id'],
    icon: BotMessageSquare,
    load: () => import('./reply-drafts/drafts-screen.tsx'),
  },
  {
    title: titles.quiz,
    paths: ['/quiz', '/quiz/$id'],
    role: 'editor',
    icon: CircleHelp,
    nested: lazy(() => import('./quiz/list.tsx')),
    load: () => import('./quiz/quiz-screen.tsx'),
  },
  {
    title: titles.reports,
    paths: ['/relatorios'],
    icon: ChartLine,
    load: () => import('./reports/reports-screen.tsx'),
  },
  {
    title: titles.readers,
    paths: ['/leitores', '/leitores/$email'],
    icon: BookOpen,
    load: () => import('./readers/readers-screen.tsx'),
  },
  {
    title: titles.quickReplies,
    paths: ['/respostas-rapidas', '/respostas-rapidas/$id', '/macros/$id', '/regras/$id'],
    icon: MessageSquareText,
    load: () => import('./quick-replies/quick-replies-screen.tsx'),
  },
  {
    title: titles.tags,
    paths: ['/tags'],
    icon: Tags,
    load: () => import('./tags/tags-screen.tsx'),
  },
  {
    title: titles.operations,
    paths: ['/operacao', '/operacao/$secao'],
    role: 'admin',
    icon: Activity,
    load: () => import('./operations/operations-screen.tsx'),
  },
  {
    title: titles.audit,
    paths: ['/auditoria'],
    role: 'admin',
    icon: ScrollText,
    load: () => import('./audit/audit-screen.tsx'),
  },
  {
    title: titles.team,
    paths: ['/equipe'],
    role: 'admin',
    icon: UserCog,
    load: () => import('./team/team-screen.tsx'),
  },
];
