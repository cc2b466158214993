import { MessageSquareText } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { quickReplyTexts } from '../texts/quick-replies.ts';

/** The texts that agents reply with often. */
export const screen: Screen = {
  title: quickReplyTexts.title,
  paths: ['/respostas-rapidas', '/respostas-rapidas/$id'],
  role: 'agent',
  icon: MessageSquareText,
  place: 6,
  load: () => import('./quick-replies-screen.tsx'),
};
