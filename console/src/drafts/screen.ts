import { BotMessageSquare } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { draftTexts } from '../texts/drafts.ts';

/** Drafts of the model, each beside the conversation that it answers. */
export const screen: Screen = {
  title: draftTexts.title,
  paths: ['/rascunhos', '/rascunhos/$id'],
  role: 'agent',
  icon: BotMessageSquare,
  place: 2,
  fills: true,
  load: () => import('./drafts-screen.tsx'),
};
