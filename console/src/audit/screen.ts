import { ScrollText } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { auditTexts } from '../texts/audit.ts';

/** Who did what. */
export const screen: Screen = {
  title: auditTexts.title,
  paths: ['/auditoria'],
  role: 'admin',
  icon: ScrollText,
  place: 9,
  load: () => import('./audit-screen.tsx'),
};
