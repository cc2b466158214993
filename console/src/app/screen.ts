import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session.ts';

/**
 * A screen of the console. The file `screen.ts` of each folder exports one as `screen`; nothing else is needed for its addresses, its
 * entry in the menu and the palette.
 */
export interface Screen {
  /** Its heading, its entry in the menu and the page's title. */
  title: string;
  /** The addresses below `/console` that show it, the menu's first: `/quiz`, `/quiz/$id`. */
  paths: readonly [string, ...string[]];
  /** The least role that may see it. */
  role: Role;
  icon: LucideIcon;
  /** Its place in the menu, from the top. */
  place: number;
  /** Whether it fills the window and scrolls by itself. Else the page scrolls. */
  fills?: boolean;
  load: () => Promise<{ default: ComponentType }>;
}

const found = import.meta.glob<Screen>('../*/screen.ts', { eager: true, import: 'screen' });

/** All screens, in the menu's order. */
export const screens: readonly Screen[] = Object.values(found).toSorted(
  (one, other) => one.place - other.place,
);

/** The screen of an address below `/console`. */
export const screenOf = (pathname: string): Screen | undefined =>
  screens.find(({ paths }) =>
    paths.some((path) => pathname.startsWith(path.replace(/\/\$.*/, ''))),
  );
