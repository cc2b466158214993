import {
  Activity,
  BookOpen,
  BotMessageSquare,
  ChartLine,
  CircleHelp,
  Inbox,
  type LucideIcon,
  MessageSquareText,
  ScrollText,
  Tags,
  UserCog,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { shell } from '../texts/shell.ts';
import type { Role } from './session.ts';

const { titles } = shell;

/** A screen of the console: its addresses, and its entry in the menu and the palette. */
export interface Screen {
  /** Its heading, its entry in the menu and the page's title. */
  title: string;
  /** The addresses below `/console` that show it, the menu's first: `/quiz`, `/quiz/$id`. */
  paths: readonly [string, ...string[]];
  /** The least role that may see it, an agent unless it says more. */
  role?: Role;
  icon: LucideIcon;
  load: () => Promise<{ default: ComponentType }>;
  /** What its other addresses show in the `<Outlet />` of its component. */
  loadOpened?: () => Promise<{ default: ComponentType }>;
}

/** All screens, in the menu's order. */
export const screens: readonly Screen[] = [
  {
    title: titles.queue,
    paths: ['/fila', '/chamados/$id'],
    icon: Inbox,
    load: () => import('../tickets/tickets-screen.tsx'),
    loadOpened: () => import('../tickets/ticket.tsx'),
  },
  {
    title: titles.drafts,
    paths: ['/rascunhos', '/rascunhos/$id'],
    icon: BotMessageSquare,
    load: () => import('../drafts/drafts-screen.tsx'),
  },
  {
    title: titles.quiz,
    paths: ['/quiz', '/quiz/$id'],
    role: 'editor',
    icon: CircleHelp,
    load: () => import('../quiz/quiz-screen.tsx'),
  },
  {
    title: titles.reports,
    paths: ['/relatorios'],
    icon: ChartLine,
    load: () => import('../reports/reports-screen.tsx'),
  },
  {
    title: titles.readers,
    paths: ['/leitores', '/leitores/$email'],
    icon: BookOpen,
    load: () => import('../readers/readers-screen.tsx'),
  },
  {
    title: titles.quickReplies,
    paths: ['/respostas-rapidas', '/respostas-rapidas/$id'],
    icon: MessageSquareText,
    load: () => import('../quick-replies/quick-replies-screen.tsx'),
  },
  {
    title: titles.tags,
    paths: ['/tags'],
    icon: Tags,
    load: () => import('../tags/tags-screen.tsx'),
  },
  {
    title: titles.operations,
    paths: ['/operacao', '/operacao/$secao'],
    role: 'admin',
    icon: Activity,
    load: () => import('../operations/operations-screen.tsx'),
  },
  {
    title: titles.audit,
    paths: ['/auditoria'],
    role: 'admin',
    icon: ScrollText,
    load: () => import('../audit/audit-screen.tsx'),
  },
  {
    title: titles.team,
    paths: ['/equipe'],
    role: 'admin',
    icon: UserCog,
    load: () => import('../team/team-screen.tsx'),
  },
];

export const screenOf = (pathname: string): Screen | undefined =>
  screens.find(({ paths }) =>
    paths.some((path) => pathname.startsWith(path.replace(/\/\$.*/, ''))),
  );
