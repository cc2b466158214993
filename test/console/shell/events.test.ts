import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connected, followEvents } from '../../../console/src/shell/events.ts';

/** The stream of hints that was opened last. */
let stream: Stream;
let opened = 0;

class Stream {
  static CLOSED = 2;
  readyState = 1;
  onopen = () => undefined;
  onmessage = (_: { data: string }) => undefined;
  onerror = () => undefined;
  named = new Map<string, () => void>();
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    stream = this;
    opened += 1;
  }
  addEventListener(name: string, listener: () => void): void {
    this.named.set(name, listener);
  }
}

/** What other tabs were told, and what tells this one. */
let told: string[] = [];
let tabs: Tabs;
class Tabs {
  onmessage = (_: { data: string }) => undefined;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    tabs = this;
  }
  postMessage(hint: string): void {
    told.push(hint);
  }
}

const keys = [
  ['tickets.get', { id: 5 }],
  ['tickets.get', { id: 6 }],
  ['tickets.list', {}],
  ['tags.list', {}],
];
let queries: QueryClient;
/** What is stale now, which is then read again. */
const stale = (): unknown[] => {
  const found = keys.filter((key) => queries.getQueryState(key)?.isInvalidated);
  for (const key of keys) queries.setQueryData(key, {});
  return found.map((key) => key.map((part) => JSON.stringify(part)).join(' '));
};
const all = keys.map((key) => key.map((part) => JSON.stringify(part)).join(' '));
/** The tab that gets the lock, after so long. */
const follow = (waitedMs = 0): void => {
  let run = (): unknown => undefined;
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, held: () => unknown) => {
        run = held;
      },
    },
  });
  followEvents(queries);
  vi.advanceTimersByTime(waitedMs);
  run();
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('BroadcastChannel', Tabs);
  queries = new QueryClient();
  told = [];
  stale();
});
afterEach(() => {
  // What says again and again that it is cut ends.
  stream.onopen();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('hints', () => {
  it('gathers hints for a moment, then invalidates their queries and tells other tabs', () => {
    follow();
    expect([stream.url, tabs.name]).toEqual(['/console/events', 'console:hints']);
    stream.onmessage({ data: 'ticket:5' });
    vi.advanceTimersByTime(299);
    stream.onmessage({ data: 'ticket:6' });
    expect([told, stale()]).toEqual([['ticket:5', 'ticket:6'], []]);
    vi.advanceTimersByTime(1);
    expect(stale()).toEqual(all.slice(0, 3));
    // Those of before are not among the next ones.
    stream.onmessage({ data: 'quiz:1' });
    vi.advanceTimersByTime(300);
    expect(stale()).toEqual([]);
    stream.onmessage({ data: 'ticket:6' });
    vi.advanceTimersByTime(300);
    expect(stale()).toEqual(all.slice(1, 3));
  });

  it('handles hints of another tab without passing them on', () => {
    follow();
    tabs.onmessage({ data: 'ticket:5' });
    vi.advanceTimersByTime(300);
    expect([told, stale()]).toEqual([[], [all[0], all[2]]]);
  });

  it('makes all queries stale after too many or missed hints', () => {
    follow(1_000);
    stream.onopen();
    expect(told).toEqual(['open']);
    stream.named.get('reset')?.();
    vi.advanceTimersByTime(300);
    expect(stale()).toEqual(all);
    follow(1_001);
    stream.onopen();
    vi.advanceTimersByTime(300);
    expect([told, stale()]).toEqual([['open', 'reset', 'open', 'reset'], all]);
  });
});

describe('a stream of hints that breaks', () => {
  it('reports a broken stream of hints after four seconds until it opens', () => {
    follow();
    const before = opened;
    stream.onerror();
    // The session may have ended.
    expect(told).toEqual(['session']);
    vi.advanceTimersByTime(3_999);
    stream.onerror();
    expect(connected.get()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(connected.get()).toBe(false);
    vi.advanceTimersByTime(4_000);
    expect(told).toEqual(['session', 'session', 'cut', 'cut']);
    stream.onopen();
    expect(connected.get()).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(connected.get()).toBe(true);
    // The browser opens it again by itself.
    expect(opened).toBe(before);
    tabs.onmessage({ data: 'cut' });
    expect(connected.get()).toBe(false);
    tabs.onmessage({ data: 'open' });
    expect(connected.get()).toBe(true);
  });

  it('reopens a refused stream after three seconds and fetches what it missed', () => {
    follow();
    const before = opened;
    stream.readyState = Stream.CLOSED;
    stream.onerror();
    vi.advanceTimersByTime(2_999);
    expect(opened).toBe(before);
    vi.advanceTimersByTime(1);
    expect(opened).toBe(before + 1);
    stream.onopen();
    vi.advanceTimersByTime(300);
    expect([told, stale()]).toEqual([['session', 'open', 'reset'], all]);
    vi.advanceTimersByTime(60_000);
    expect(connected.get()).toBe(true);
  });
});
