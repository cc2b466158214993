import { BookOpen } from 'lucide-react';
import type { Screen } from '../app/screen.ts';

/** All readers, and one of them with their days. */
export const screen: Screen = {
  // The other texts are loaded with the screen.
  title: 'Leitores',
  paths: ['/leitores', '/leitores/$email'],
  role: 'agent',
  icon: BookOpen,
  place: 5,
  load: () => import('./readers-screen.tsx'),
};
