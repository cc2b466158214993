import { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session.ts';

/** A screen of the console, with its addresses and its entry in the menu and the palette. */
export interface Screen {
  /** The heading, the menu entry and the page's title. */
  title: string;
  /** The addresses below `/console` that show the screen; the menu links to the first one. */
  paths: readonly [string, ...string[]];
  /** The lowest role that may see the screen; by default an agent. */
  role?: Role;
  icon: LucideIcon;
  /** The title of another screen, whose menu entry is marked in place of an own one. */
  partOf?: string;
  /** A component that wide windows show below the screen's menu entry. */
  nested?: ComponentType;
  load: () => Promise<{ default: ComponentType }>;
  /** Loads the component of the screen's other addresses, which its `<Outlet />` renders. */
  loadOpened?: () => Promise<{ default: ComponentType }>;
}

/** The router's context: all screens, in the order of the menu. */
export interface ScreensContext {
  screens: readonly Screen[];
}

export const useScreens = (): readonly Screen[] => useRouter().options.context.screens;

export const screenOf = (screens: readonly Screen[], pathname: string): Screen | undefined =>
  screens.find(({ paths }) =>
    paths.some((path) => pathname.startsWith(path.replace(/\/\$.*/, ''))),
  );
