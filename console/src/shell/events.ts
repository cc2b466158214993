import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '../api/refresh.ts';
import { createStore } from '../ui/state/store.ts';
import { hintedQueries } from './hints.ts';

const gatherMs = 300;
const retryMs = 3_000;
/** An interruption of the stream shorter than this is not shown. */
const cutAfterMs = 4_000;
const promptMs = 1_000;

/** True if the stream of hints is open or was open a moment ago. Requests may succeed without it. */
export const connected = createStore(true);

/**
 * Refetches the data on the page when the service hints that it changed. One tab holds the stream and passes
 * hints to the others, because browsers limit connections per origin to six. A hint is for example
 * `ticket:5`; `reset` means that hints may have been missed.
 */
export const followEvents = (queries: QueryClient): void => {
  const tabs = new BroadcastChannel('console:hints');
  const gathered = new Set<string>();
  const flush = () => {
    const hints = [...gathered];
    gathered.clear();
    const isReset = hints.includes('reset');
    refresh(queries, ({ queryKey }) => isReset || hintedQueries(queryKey, hints));
  };
  const take = (hint: string) => {
    if (hint === 'cut' || hint === 'open') return connected.set(hint === 'open');
    if (gathered.size === 0) setTimeout(flush, gatherMs);
    gathered.add(hint);
  };
  const pass = (hint: string) => {
    take(hint);
    tabs.postMessage(hint);
  };
  tabs.onmessage = ({ data }: MessageEvent<string>) => take(data);

  const asked = performance.now();
  void navigator.locks.request('console:events', () => {
    // This tab waited for the lock and takes over from another tab; hints may have been lost in between.
    openStream(pass, performance.now() - asked > promptMs);
    // The lock is held until the tab closes, and then another tab takes over.
    return new Promise(() => undefined);
  });
};

// The interruption is reported repeatedly, for tabs that are opened meanwhile.
let cut: ReturnType<typeof setInterval> | undefined;

/** Opens the stream, and reopens it if it is refused. `missed` is true if hints may have been lost before. */
const openStream = (pass: (hint: string) => void, missed: boolean): void => {
  const stream = new EventSource('/console/events');
  stream.onopen = () => {
    clearInterval(cut);
    cut = undefined;
    pass('open');
    if (missed) pass('reset');
  };
  stream.onmessage = ({ data }: MessageEvent<string>) => pass(data);
  stream.addEventListener('reset', () => pass('reset'));
  stream.onerror = () => {
    // The stream ends with the session, which all tabs share.
    pass('session');
    cut ??= setInterval(() => pass('cut'), cutAfterMs);
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => openStream(pass, true), retryMs);
  };
};
