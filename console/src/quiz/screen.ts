import { CircleHelp } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { quizTexts } from '../texts/quiz.ts';

/** The quiz of the day beside the edition's text, and those before with what readers answered. */
export const screen: Screen = {
  title: quizTexts.title,
  paths: ['/quiz', '/quiz/$id'],
  role: 'editor',
  icon: CircleHelp,
  place: 3,
  load: () => import('./quiz-screen.tsx'),
};
