import { CircleHelp } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { shell } from '../texts/shell.ts';

/** The quiz of the day beside the edition's text, and those before with what readers answered. */
export const screen: Screen = {
  title: shell.quiz,
  paths: ['/quiz', '/quiz/$id'],
  role: 'editor',
  icon: CircleHelp,
  place: 3,
  load: () => import('./quiz-screen.tsx'),
};
