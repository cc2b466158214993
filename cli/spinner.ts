/** A terminal, normally standard error. */
export interface Screen {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\x1b[K';

/** Awaits `work`; in a terminal, shows its label and elapsed seconds after `delayMs`. */
export const withSpinner = async <T>(
  label: string,
  work: Promise<T>,
  { screen = process.stderr, delayMs = 400 }: { screen?: Screen; delayMs?: number } = {},
): Promise<T> => {
  if (!screen.isTTY) return work;
  const started = performance.now();
  let shown = 0;
  const timer = setInterval(() => {
    const passed = performance.now() - started;
    if (passed < delayMs) return;
    const frame = frames[shown % frames.length];
    shown += 1;
    screen.write(`${clearLine}${frame} ${label} ${(passed / 1_000).toFixed(0)} s`);
  }, frameMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (shown > 0) screen.write(clearLine);
  }
};
