import { BookOpen } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { readerTexts } from '../texts/readers.ts';

/** All readers, and one of them with their days. */
export const screen: Screen = {
  title: readerTexts.title,
  paths: ['/leitores', '/leitores/$email'],
  role: 'agent',
  icon: BookOpen,
  place: 5,
  load: () => import('./readers-screen.tsx'),
};
