import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { runStatement } from '../scripts/servers/postgres.ts';
import { type Benchmark, median, percentile, table } from './benchmark.ts';
import { agent, startConsole, tokenOf } from './console-pages.ts';
import { fillMessages, fillTickets } from './fill-tickets.ts';
import { openStream, readHints } from './hints.bench.ts';

type Started = Awaited<ReturnType<typeof startConsole>>;

const longTicket = 1;
const longMessages = 2_000;
const waitMs = 30_000;

/** All tickets open and waiting, and one with many messages. */
const fill = async (url: string, count: number): Promise<void> => {
  await fillTickets(url, count);
  await fillMessages(url, count, 50);
  await runStatement(
    url,
    `alter table tickets disable trigger user;
    update tickets set status = 'open', waiting_since = created_at;
    alter table tickets enable trigger user;
    insert into ticket_messages (ticket_id, author, origin, body)
    select ${longTicket}, 'Maria', 'requester', 'Mensagem ' || i || repeat(' da leitora', 20)
    from generate_series(1, ${longMessages}) as i;
    analyze tickets`,
  );
};

/** Milliseconds from the address to what is awaited, each in a browser that has nothing cached. */
const timesTo = async (
  { open }: Started,
  address: string,
  role: 'link' | 'article',
  runs: number,
): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { page, context } = await open();
    const began = performance.now();
    await page.goto(`/console${address}`);
    const name = role === 'link' ? 'Chamados' : 'Conversa';
    await page.getByLabel(name, { exact: true }).getByRole(role).first().waitFor();
    times.push(performance.now() - began);
    await context.close();
  }
  return times;
};

/** The longest task, in milliseconds, while a person scrolls; 0 if none took 50 ms, and how many rows were passed. */
const longestTask = async ({ open }: Started, seconds: number) => {
  const { page, context } = await open();
  await page.goto('/console/fila');
  const rows = page.getByRole('list', { name: 'Chamados' }).getByRole('listitem');
  await rows.first().waitFor();
  await page.evaluate(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ entryTypes: ['longtask'] })`);
  await page.mouse.move(800, 400);
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    await page.mouse.wheel(0, 600);
    await pause(50);
  }
  const longest = Number(await page.evaluate('longest'));
  const passed = Number(await rows.last().getAttribute('aria-posinset'));
  await context.close();
  return { longest, passed };
};

/** What a console on the queue fetches after a hint, in one request. */
const refetch = (email: string): string => {
  const inputs = [
    { waiting: true, sort: 'waiting', limit: 100 },
    {
      views: [
        { waiting: true },
        { waiting: true, assignee: 'me' },
        { waiting: true, assignee: null },
        { status: 'open' },
        {},
      ],
    },
    { assignee: email, sort: 'updated', limit: 100 },
  ];
  return `/trpc/tickets.list,tickets.counts,tickets.list?batch=1&input=${encodeURIComponent(JSON.stringify({ ...inputs }))}`;
};

/** The service's share of a core, and how late hints and the lists after them are, with open consoles and a new ticket each second. */
const measureConsoles = async (
  { internalUrl, service }: Started,
  count: number,
  seconds: number,
) => {
  const requests: ClientRequest[] = [];
  const hints: { target: string; at: number }[] = [];
  const lists: number[] = [];
  try {
    for (let n = 0; n < count; n += 1) {
      const email = `agente-${n}@exemplo.com.br`;
      const headers = { authorization: `Bearer ${await tokenOf(email)}` };
      let waits = false;
      const onHint = async (target: string) => {
        hints.push({ target, at: performance.now() });
        // As the page does: hints within 300 ms are one request.
        if (waits) return;
        waits = true;
        await pause(300);
        waits = false;
        const began = performance.now();
        const signal = AbortSignal.timeout(waitMs);
        const response = await fetch(internalUrl + refetch(email), { headers, signal });
        // A busy machine may refuse one.
        if (response.status === 503) return;
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        await response.arrayBuffer();
        lists.push(performance.now() - began);
      };
      requests.push(
        await openStream(
          internalUrl,
          headers,
          readHints((target) => void onHint(target)),
        ),
      );
    }
    const sent = new Map<string, number>();
    const headers = {
      authorization: `Bearer ${await tokenOf(agent.email)}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ subject: 'Pauta', body: 'Olá', main: 'Entrega' });
    const [cpu, began] = [await service.cpu(), performance.now()];
    for (let n = 0; n < seconds; n += 1) {
      const at = performance.now();
      const address = `${internalUrl}/trpc/tickets.create`;
      const signal = AbortSignal.timeout(waitMs);
      const response = await fetch(address, { method: 'POST', headers, body, signal });
      sent.set(`ticket:${(await response.json()).result.data.id}`, at);
      await pause(Math.max(0, 1_000 - (performance.now() - at)));
    }
    const share = ((await service.cpu()) - cpu) / 10 / (performance.now() - began);
    await pause(1_000);
    const delays = hints.flatMap(({ target, at }) => {
      const started = sent.get(target);
      return started === undefined ? [] : [at - started];
    });
    return { share, delays, lists, missed: sent.size * count - delays.length };
  } finally {
    for (const request of requests) request.destroy();
  }
};

const ms = (value: number): string => value.toFixed(0);

/** How fast the console is with many tickets, and what open consoles cost. */
export const benchmark: Benchmark = {
  title: 'The console',
  run: async ({ short, only = [], log }) => {
    const [count, runs, scrolled, consoles, seconds] = short
      ? [5_000, 3, 5, 50, 10]
      : [100_000, 10, 30, 50, 60];
    const wants = (part: string) => only.length === 0 || only.includes(part);
    const started = await startConsole();
    const sections: string[] = [];
    try {
      await fill(started.databaseUrl, count);
      if (wants('pages')) {
        const first = await timesTo(started, '/fila', 'link', runs);
        const ticket = await timesTo(started, `/chamados/${longTicket}`, 'article', runs);
        const { longest, passed } = await longestTask(started, scrolled);
        const rows = [
          [`first row of ${count} waiting tickets`, ms(median(first)), ms(Math.max(...first))],
          [`a ticket of ${longMessages} messages`, ms(median(ticket)), ms(Math.max(...ticket))],
          [`longest task in ${scrolled} s of scrolling past ${passed} rows`, '', ms(longest)],
        ];
        for (const row of rows) log(row.join(' '));
        sections.push(table(['with nothing cached', 'median ms', 'longest ms'], rows));
      }
      if (wants('consoles')) {
        const { share, delays, lists, missed } = await measureConsoles(started, consoles, seconds);
        const row = [
          String(consoles),
          share.toFixed(1),
          ms(percentile(delays, 0.5)),
          ms(percentile(delays, 0.99)),
          ms(percentile(lists, 0.99)),
          String(missed),
        ];
        log(row.join(' '));
        sections.push(
          `A new ticket each second for ${seconds} s. After a hint each console fetches its list and the counts of its views again.`,
          table(
            ['consoles', '% of a core', 'hints p50 ms', 'p99', 'lists p99 ms', 'missed hints'],
            [row],
          ),
        );
      }
      return sections.join('\n\n');
    } finally {
      await started.stop();
    }
  },
};
