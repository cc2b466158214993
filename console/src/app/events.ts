import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { hintedQueries } from './hints.ts';
import { sessionQuery } from './session.ts';

const gatherMs = 300;
const retryMs = 3_000;

/** A hint of the service, such as `ticket:5`, or `reset`: something may have been missed. */
type Hint = string;

/**
 * Fetches what is on the page again when the service hints that it changed. One tab of the browser holds the stream and passes hints on:
 * browsers allow six connections to an origin.
 */
export const followEvents = (queries: QueryClient): void => {
  const tabs = new BroadcastChannel('console:hints');
  const gathered = new Set<Hint>();
  const flush = () => {
    const hints = [...gathered];
    gathered.clear();
    // A request in flight may have read the state before the change: it is sent again.
    void queries.invalidateQueries(
      hints.includes('reset')
        ? {}
        : { predicate: ({ queryKey }) => hintedQueries(queryKey, hints) },
    );
  };
  const take = (hint: Hint) => {
    if (gathered.size === 0) setTimeout(flush, gatherMs);
    gathered.add(hint);
  };
  const pass = (hint: Hint) => {
    take(hint);
    tabs.postMessage(hint);
  };
  tabs.onmessage = ({ data }: MessageEvent<Hint>) => take(data);

  const open = () => {
    const stream = new EventSource('/console/events');
    stream.onopen = () => setOnline(true);
    stream.onmessage = ({ data }: MessageEvent<string>) => pass(data);
    stream.addEventListener('reset', () => pass('reset'));
    stream.onerror = () => {
      if (stream.readyState !== EventSource.CLOSED) return setOnline(false);
      // Refused rather than interrupted: the session may have ended. A new stream knows nothing of what the former one missed.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      setTimeout(() => {
        open();
        pass('reset');
      }, retryMs);
    };
  };
  const setOnline = (online: boolean) => onlineManager.setOnline(online && navigator.onLine);
  void navigator.locks.request('console:events', () => {
    open();
    // Held until the tab is closed; another one then takes over.
    return new Promise(() => undefined);
  });
};
