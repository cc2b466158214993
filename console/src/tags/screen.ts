import { Tags } from 'lucide-react';
import type { Screen } from '../app/screen.ts';
import { tagTexts } from '../texts/tags.ts';

/** The tags that tickets can have. */
export const screen: Screen = {
  title: tagTexts.title,
  paths: ['/tags'],
  role: 'agent',
  icon: Tags,
  place: 7,
  load: () => import('./tags-screen.tsx'),
};
