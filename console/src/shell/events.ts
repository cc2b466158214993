import type { QueryClient } from '@tanstack/react-query';
import { refresh } from '../api/refresh.ts';
import { createStore } from '../ui/state/store.ts';
import { hintedQueries } from './hints.ts';

const gatherMs = 300;
const retryMs = 3_000;
/** A shorter interruption of the stream is not shown. */
const cutAfterMs = 4_000;
const promptMs = 1_000;

/** True if the stream of hints is open, or was just now. Requests may still succeed without it. */
export const connected = createStore(true);

/**
 * Fetches what is on the page again when the service hints that it changed. One tab of the browser
 * holds the stream and passes hints on: browsers allow six connections to an origin. A hint is such
 * as `ticket:5`, or `reset`: something may have been missed.
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
    // A tab that waited for the lock takes over from another: hints may have been lost between the
    // two.
    openStream(pass, performance.now() - asked > promptMs);
    // Held until the tab is closed; another one then takes over.
    return new Promise(() => undefined);
  });
};

// Again and again, for tabs that are opened meanwhile.
let cut: ReturnType<typeof setInterval> | undefined;

/** Opens the stream, and a new one when it is refused; `missed`: what happened before is unknown. */
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
