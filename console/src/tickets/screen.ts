import { Inbox } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { ticketTexts } from '../texts/tickets.ts';

/** The queue, and a ticket beside it. */
export const screen: Screen = {
  title: ticketTexts.queue,
  paths: ['/fila', '/chamados/$id'],
  role: 'agent',
  icon: Inbox,
  place: 1,
  load: () => import('./tickets-screen.tsx'),
};
