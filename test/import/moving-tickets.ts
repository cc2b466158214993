import { createHash } from 'node:crypto';
import { textFile } from '../attachments/attachment-helpers.ts';
import type { TestApp } from '../harness.ts';

const texts = [
  'Olá! "Aspas", vírgulas; e\nlinhas\r\nde três tipos',
  '<p>Reenviamos a <b>edição</b> &amp; pedimos desculpas</p>',
  'Emoji 👩🏽‍💻, עברית, e\u0301 composto e \u2028 separador',
  '\\n \\u0000 {{nome}} =1+1 -- $1 %s',
];
const statuses = ['open', 'in_progress', 'resolved', 'closed'] as const;
/** Before, within and after daylight saving time; on 2018-11-04 São Paulo had no midnight. */
const moments = [
  '2018-11-03T23:59:59.999-03:00',
  '2018-11-04T03:00:00.001Z',
  '2019-02-16T23:30:00-02:00',
  '2019-02-16T23:30:00-03:00',
  '2025-03-03T12:00:00.123Z',
];

const pick = <T>(list: readonly T[], n: number): T => {
  const picked = list[n % list.length];
  if (picked === undefined) throw new Error('the list is empty');
  return picked;
};

const later = (moment: string, minutes: number) =>
  new Date(Date.parse(moment) + minutes * 60_000).toISOString();

const aTicket = (n: number) => {
  const createdAt = pick(moments, n);
  const body = `${pick(texts, n)} ${n}`;
  const answer = { origin: 'agent' as const, author: 'Bia Souza', body };
  return {
    externalId: `outro-${n}`,
    subject: `${pick(texts, n + 1).split('\n')[0]} ${n}`,
    body,
    main: pick(['Entrega', 'Cobrança'], n),
    issue: n % 3 === 0 ? 'Atraso' : undefined,
    newsletter: n % 4 === 0 ? 'Manhã' : undefined,
    requesterEmail: n % 5 === 0 ? undefined : `leitor${n % 7}@exemplo.com.br`,
    requesterName: n % 2 === 0 ? 'Ana Ávila' : undefined,
    assigneeEmail: n % 6 === 0 ? 'bia@leitor.example' : undefined,
    status: pick(statuses, n),
    createdAt,
    updatedAt: later(createdAt, 500),
    tags: n % 3 === 0 ? ['VIP', `Ação ${n % 2}`] : [],
    messages: Array.from({ length: n % 4 }, (_, at) => ({
      ...answer,
      createdAt: later(createdAt, 10 * at),
      folded: at === 1 ? '> citação' : undefined,
      automatic: at === 2 || undefined,
      cc: at === 1 ? [{ email: 'rui@exemplo.com.br' }] : undefined,
    })),
  };
};

const aMail = (n: number) =>
  [
    `From: Rui <rui${n}@exemplo.com.br>`,
    'To: suporte@leitor.example',
    `Subject: =?utf-8?Q?Boleto_n=C3=BAmero_${n}?=`,
    `Message-ID: <boleto-${n}@exemplo.com.br>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Segue o boleto.',
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename="boleto.txt"',
    '',
    'R$ 10',
    '--b--',
    '',
  ].join('\r\n');

/** Fills a service with `count` tickets: imported, merged, mailed, with notes and files. */
export const fillTickets = async (app: TestApp, count: number): Promise<void> => {
  const api = await app.trpc({ role: 'admin' });
  const mails = Math.ceil(count / 20);
  const tickets = Array.from({ length: count - mails }, (_, n) => aTicket(n));
  for (let at = 0; at < tickets.length; at += 100) {
    await api.tickets.import.mutate({ tickets: tickets.slice(at, at + 100) });
  }
  for (let n = 0; n < mails; n += 1) {
    await api.inbound.ingest.mutate({ raw: Buffer.from(aMail(n)).toString('base64') });
  }
  const { items } = await api.tickets.list.query({ limit: 100 });
  const uploader = await app.client({ role: 'agent' });
  for (const [n, { id }] of items.entries()) {
    if (n % 4 === 0) await api.tickets.addNote.mutate({ id, body: `Nota ${n}`, inPrompt: true });
    if (n % 5 === 0) {
      const body = { arquivo: textFile(`recibo ção ${n}.txt`) };
      await uploader.uploadAttachments({ params: { id }, body });
    }
    const into = items[n + 1];
    if (n % 8 === 0 && into) {
      const merge = { fromId: id, intoId: into.id, differentRequesters: true };
      const { total } = await api.tickets.merge.mutate(merge);
      await api.tickets.merge.mutate({ ...merge, expected: total });
    }
  }
};

/** The lines of an export without ids, which another service gives anew, and their hash. */
export const comparable = (jsonLines: string): { lines: string[]; hash: string } => {
  const lines = jsonLines
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/"externalId":"[^"]*"/g, ''))
    .sort();
  return { lines, hash: createHash('sha256').update(lines.join('\n')).digest('hex') };
};
