import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { Role } from './session.ts';

/** A screen of the console: its addresses, and its entry in the menu and the palette. */
export interface Screen {
  /** Its heading, its entry in the menu and the page's title. */
  title: string;
  /** The addresses below `/console` that show it, the menu's first: `/quiz`, `/quiz/$id`. */
  paths: readonly [string, ...string[]];
  /** The least role that may see it, an agent unless it says more. */
  role?: Role;
  icon: LucideIcon;
  /** False: another screen leads to it, and the palette does. */
  inMenu?: false;
  /** The title of the screen whose entry is marked instead. */
  partOf?: string;
  /** The part that its menu entry opens below itself on wide windows. */
  nested?: ComponentType;
  load: () => Promise<{ default: ComponentType }>;
  /** The components of its other addresses, for the `<Outlet />` of its component. */
  loadOpened?: () => Promise<{ default: ComponentType }>;
}

const all = createContext<readonly Screen[]>([]);

/** Says to the frame which screens there are, in the menu's order. */
export const Screens = all.Provider;

export const useScreens = (): readonly Screen[] => useContext(all);

export const screenOf = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens.find(({ paths }) =>
    paths.some((path) => pathname.startsWith(path.replace(/\/\$.*/, ''))),
  );
