import { expect } from 'vitest';

/** A stream of server-sent events, parsed as the HTML Standard requires. */
export type EventStream = Awaited<ReturnType<typeof openEventStream>>;

/** Opens an event stream; resolves after its headers and, unless it reconnects, its first id. */
export const openEventStream = async (
  internalUrl: string,
  headers: Record<string, string>,
  lastEventId?: string,
) => {
  const leaving = new AbortController();
  const response = await fetch(`${internalUrl}/console/events`, {
    headers: { ...headers, ...(lastEventId && { 'Last-Event-ID': lastEventId }) },
    signal: leaving.signal,
  });
  /** The events that a browser's EventSource would dispatch. */
  const events: { type: string; data: string }[] = [];
  const data = () => events.map((event) => event.data);
  const stream = {
    response,
    events,
    data,
    /** The id with which a browser would reconnect. */
    lastEventId: lastEventId ?? '',
    /** The whole text so far. */
    text: '',
    isOpen: true,
    leave: () => leaving.abort(),
    /** Waits until all these texts have been received. */
    receives: (...expected: string[]) =>
      expect.poll(data).toEqual(expect.arrayContaining(expected)),
    ends: () => expect.poll(() => stream.isOpen).toBe(false),
  };
  const dispatch = (block: string) => {
    const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s, 2));
    const fieldOf = (name: string) => lines.findLast(([field]) => field === name)?.[1];
    stream.lastEventId = fieldOf('id') ?? stream.lastEventId;
    const sent = fieldOf('data');
    if (sent !== undefined) events.push({ type: fieldOf('event') ?? 'message', data: sent });
  };
  const read = async () => {
    let rest = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      stream.text += chunk;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) dispatch(block);
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      stream.isOpen = false;
    });
  if (response.ok && lastEventId === undefined) {
    await expect.poll(() => stream.lastEventId, { interval: 10 }).not.toBe('');
  }
  return stream;
};
