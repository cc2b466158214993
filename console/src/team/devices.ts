import { teamTexts as texts } from './texts.ts';

// The order matters: Edge also calls itself Chrome, and Chrome calls itself Safari.
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'];
const brands: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** The browser and the operating system of a session. */
export const deviceOf = (userAgent: string | null): string => {
  const [browser, system] = [browsers, systems].map((known) => {
    const found = known.find((name) => userAgent?.includes(name));
    return found && (brands[found] ?? found);
  });
  return browser && system ? texts.deviceOf(browser, system) : texts.unknownDevice;
};
