import { afterAll, describe, expect, it } from 'vitest';
import { openTicket } from '../attachments/attachment-helpers.ts';
import { startApp } from '../harness.ts';
import { runCommand } from './run-command.ts';

// Commands that are more than one call of a procedure.

const app = await startApp();
afterAll(() => app.close());
const internal = await app.trpc();
const token = await app.token({ role: 'admin' });
const env = { LEITOR_URL: app.internalUrl, LEITOR_PUBLIC_URL: app.url, LEITOR_TOKEN: token };
const admin = async (...args: string[]) => JSON.parse((await runCommand(args, env)).stdout);

describe('npm run admin -- tickets get', () => {
  it('shows the messages and notes of all pages, each in their order', async () => {
    const { id } = await openTicket(app);
    const all = Array.from({ length: 30 }, (_, n) => String(n));
    for (const body of all) {
      await internal.tickets.addMessage.mutate({ id, author: 'Ana', origin: 'agent', body });
      await internal.tickets.addNote.mutate({ id, body });
    }
    const ticket = await admin('tickets', 'get', '--id', String(id), '--json');
    const bodiesOf = (list: readonly { body: string }[]) => list.map(({ body }) => body);
    expect(bodiesOf(ticket.messages)).toEqual(['Segue em anexo.', ...all]);
    expect(bodiesOf(ticket.notes)).toEqual(all);
    expect(ticket).not.toHaveProperty('messagesCursor');
    expect([ticket.messages[1], ticket.notes[0]]).not.toContainEqual(
      expect.objectContaining({ kind: expect.anything() }),
    );
  });
});
