import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';

/** The hands of a person on a page: how many keys they pressed and how often they clicked. */
export const handsOf = (page: Page) => {
  let keys = 0;
  let clicks = 0;
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    keys += pressed.length;
  };
  const type = async (text: string) => {
    await page.keyboard.type(text);
    keys += text.length;
  };
  return {
    press,
    type,
    /** Does what the palette finds by a part of its name. */
    command: async (name: string) => {
      await press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
      await type(name);
      await press('Enter');
    },
    click: async (place: Locator, count = 1) => {
      await place.click({ clickCount: count });
      clicks += count;
    },
    /** Opens the browser's own list of options, and clicks on one. */
    choose: async (select: Locator, option: string) => {
      await select.selectOption(option);
      clicks += 2;
    },
    keys: () => keys,
    clicks: () => clicks,
  };
};

/** Runs command lines of the CLI, each in a process of its own, and counts their characters. */
export const commandLines = (env: Record<string, string>) => {
  let typed = 0;
  return {
    typed: () => typed,
    run: async (line: string): Promise<string> => {
      typed += line.length + 1;
      const script = `leitor() { "${process.execPath}" cli/main.ts "$@"; }; ${line}`;
      const options = { env: { ...process.env, ...env } };
      return (await promisify(execFile)('bash', ['-ec', script], options)).stdout;
    },
  };
};

/** What a task took: by how much each count grew, then the seconds. */
export const measureTask = async (
  work: () => Promise<unknown>,
  ...counts: (() => number)[]
): Promise<string[]> => {
  const before = counts.map((count) => count());
  const began = performance.now();
  await work();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return [...counts.map((count, n) => String(count() - (before[n] ?? 0))), seconds];
};
