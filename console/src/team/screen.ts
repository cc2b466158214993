import { UserCog } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { teamTexts } from '../texts/team.ts';

/** Who may do what, and who is signed in. */
export const screen: Screen = {
  title: teamTexts.title,
  paths: ['/equipe'],
  role: 'admin',
  icon: UserCog,
  place: 10,
  load: () => import('./team-screen.tsx'),
};
