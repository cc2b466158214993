import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../server/config/config.ts';
import { forwardedHtml } from '../../../server/tickets/replying/forwarded-html.ts';

const ours = 'Leitor <suporte@leitor.example>';
const config = parseConfig({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: ours });
type Ticket = Parameters<typeof forwardedHtml>[1];
const ticket = { subject: 'A & B', requesterEmail: 'ana@x.com', requesterName: 'Ana Lima' };
const message = {
  author: 'Ana Lima',
  origin: 'requester' as const,
  personEmail: null,
  body: 'Oi <b>',
  createdAt: new Date('2026-03-11T01:30:00Z'),
};
/** The lines of the head, without their names in bold. */
const headOf = (given: Partial<Ticket>, written: object = {}) =>
  forwardedHtml(config, { ...ticket, ...given }, { ...message, ...written })
    .replace(/<\/p>.*/s, '')
    .split('<br />')
    .slice(1)
    .map((line) => line.replaceAll(/<\/?strong>/g, ''));

describe('the head of a message that is passed on', () => {
  it('names writer, recipient, subject and local time of a forwarded message', () => {
    expect(headOf({})).toEqual([
      'De: Ana Lima &lt;ana@x.com&gt;',
      'Data: ter., 10 de mar. de 2026 às 22:30',
      'Assunto: A &amp; B',
      'Para: Leitor &lt;suporte@leitor.example&gt;',
    ]);
  });

  it('names another writer by their own address, and one without a name by it alone', () => {
    const [de] = headOf({}, { author: 'Rui', personEmail: 'rui@x.com' });
    expect(de).toBe('De: Rui &lt;rui@x.com&gt;');
    expect(headOf({}, { author: 'ana@x.com' })[0]).toBe('De: ana@x.com');
    expect(headOf({ requesterEmail: null })[0]).toBe('De: Ana Lima');
  });

  it('names us as the writer of our message', () => {
    const own = { origin: 'agent', author: 'bia@leitor.example' };
    const people = (given: Partial<Ticket>) => {
      const [from, , , to] = headOf(given, own);
      return [from, to];
    };
    const de = 'De: Leitor &lt;suporte@leitor.example&gt;';
    expect(people({})).toEqual([de, 'Para: Ana Lima &lt;ana@x.com&gt;']);
    expect(people({ requesterName: null })).toEqual([de, 'Para: ana@x.com']);
  });
});
