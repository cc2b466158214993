import { afterAll, describe, expect, it } from 'vitest';
import { deleteAttachment, uploadAttachments } from '../../../server/attachments/service.ts';
import type { Context } from '../../../server/core/context.ts';
import { startApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { incoming, openTicket, receiving, storedFiles, textFile } from '../attachment-helpers.ts';

const clock = { now: new Date() };
const app = await startApp(
  { ATTACHMENTS_PER_TICKET: '3', ATTACHMENT_BYTES_PER_PERSON_PER_DAY: '1000' },
  { now: () => clock.now },
);
afterAll(() => app.close());
const agent = await app.client();

/** Deletes the first file of a ticket; its bytes stay where they are for now. */
const deleteFirst = async (id: number) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  const [first] = status === 200 ? body.data : [];
  const ctx = app.service.contextFor('test');
  const remove = () => Promise.reject(new Error('away'));
  const storage = { ...ctx.storage, remove };
  await expect(deleteAttachment({ ...ctx, storage }, first?.id ?? 0)).rejects.toThrow('away');
};

const uploadTo =
  (client: typeof agent, id: number) =>
  async (file = textFile()) => {
    const response = await client.uploadAttachments({ params: { id }, body: { arquivo: file } });
    return response.status === 201 ? 'stored' : `${response.status} ${errorCode(response)}`;
  };

describe('ATTACHMENTS_PER_TICKET', () => {
  it('holds under concurrent uploads, and deleting makes room', async () => {
    const ticket = await openTicket(app);
    const upload = uploadTo(agent, ticket.id);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => upload()));
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(3);
    expect(new Set(outcomes)).toEqual(new Set(['stored', '413 too-many-attachments']));
    await deleteFirst(ticket.id);
    expect([await upload(), await upload()]).toEqual(['stored', '413 too-many-attachments']);
  });

  it('refuses an upload of several files as a whole', async () => {
    const { id } = await openTicket(app);
    const before = await storedFiles(app.directory);
    const arquivo = Array.from({ length: 4 }, () => textFile());
    const response = await agent.uploadAttachments({ params: { id }, body: { arquivo } });
    expect(errorCode(response)).toBe('too-many-attachments');
    expect(await storedFiles(app.directory)).toEqual(before);
  });
});

describe('ATTACHMENT_BYTES_PER_PERSON_PER_DAY', () => {
  it('refuses a reader who has used it up, over all tickets, for 24 hours', async () => {
    const first = await openTicket(app);
    const second = await openTicket(app, first.email);
    const large = () => textFile('a.txt', 'x'.repeat(1_000));
    expect(await uploadTo(first.requester, first.id)(large())).toBe('stored');
    const refused = '429 attachment-quota-exceeded';
    const upload = uploadTo(second.requester, second.id);
    expect(await upload()).toBe(refused);
    await deleteFirst(first.id);
    expect([await upload(large()), await upload()]).toEqual(['stored', refused]);
    expect(await uploadTo(agent, second.id)(large())).toBe('stored');
    const before = clock.now;
    const uploadAfter = async (ms: number) => {
      clock.now = new Date(before.getTime() + ms);
      const expiresAt = new Date(clock.now.getTime() + 60_000);
      return uploadTo(await app.client({ email: first.email, expiresAt }), second.id)();
    };
    expect([await uploadAfter(86_399_999), await uploadAfter(86_400_000)]).toEqual([
      refused,
      'stored',
    ]);
    clock.now = before;
  });

  it('counts a file that is on its way as the largest', async () => {
    const { id, email } = await openTicket(app);
    const upload = (files: number, bytesPerPersonPerDay: number) => {
      const base = app.service.contextFor('test');
      const ctx: Context = {
        ...base,
        actor: { kind: 'person', subject: email, email, role: 'reader' },
        config: {
          ...base.config,
          attachments: { perTicket: 10, bytesPerPersonPerDay, scanner: undefined },
        },
      };
      const given = Array.from({ length: files }, () => incoming('a'));
      return uploadAttachments(ctx, id, receiving(given));
    };
    await expect(upload(2, 10_485_760)).rejects.toThrow('attachment-quota-exceeded');
    await expect(upload(3, 10_485_761)).rejects.toThrow('attachment-quota-exceeded');
    expect(await upload(2, 10_485_761)).toHaveLength(2);
  });
});
