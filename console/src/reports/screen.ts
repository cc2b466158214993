import { ChartLine } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { reportTexts } from '../texts/reports.ts';

/** How many tickets came, when, and how long their replies took. */
export const screen: Screen = {
  title: reportTexts.title,
  paths: ['/relatorios'],
  role: 'agent',
  icon: ChartLine,
  place: 4,
  load: () => import('./reports-screen.tsx'),
};
