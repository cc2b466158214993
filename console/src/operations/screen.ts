import { Activity } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { operationTexts } from '../texts/operations.ts';

/** What the service does by itself, and what it runs on. */
export const screen: Screen = {
  title: operationTexts.title,
  paths: ['/operacao', '/operacao/$secao'],
  role: 'admin',
  icon: Activity,
  place: 8,
  load: () => import('./operations-screen.tsx'),
};
