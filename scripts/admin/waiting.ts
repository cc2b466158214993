/** What a wait is shown on: standard error, where it is a terminal. */
export interface Screen {
  isTTY?: boolean;
  write: (text: string) => unknown;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const frameMs = 100;
const clearLine = '\r\x1b[K';

/** Waits for work; in a terminal, work that takes longer than `patienceMs` shows its label and the seconds it has taken. */
export const showingWait = async <T>(
  label: string,
  work: Promise<T>,
  { screen = process.stderr, patienceMs = 400 }: { screen?: Screen; patienceMs?: number } = {},
): Promise<T> => {
  if (!screen.isTTY) return work;
  const started = performance.now();
  let shown = 0;
  const timer = setInterval(() => {
    const passed = performance.now() - started;
    if (passed < patienceMs) return;
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
