import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aMailWith } from '../inbound/mails.ts';
import { errorCode } from '../public-client.ts';
import { ageAttachments } from '../support/age.ts';
import { openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';
import { infectedIfMarked, malware, startFakeClamd } from './fake-clamd.ts';

const clamd = await startFakeClamd();
const app = await startApp({ SCAN_URL: clamd.url });
afterAll(async () => {
  await app.close();
  await clamd.stop();
});
const agent = await app.client();
const admin = await app.trpc();

const scanQuarantined = async () => {
  await ageAttachments(app.service.contextFor('test').db, 180_000);
  await admin.jobs.run.mutate({ name: 'scan-quarantined' });
};
const listOf = async (id: number) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
const download = (attachmentId: number) => agent.downloadAttachment({ params: { attachmentId } });

beforeEach(async () => {
  clamd.setReply(infectedIfMarked);
  await clamd.stop();
  await clamd.start();
  await scanQuarantined();
});

describe('an upload with SCAN_URL', () => {
  it('is refused with every other file of its request if one is infected', async () => {
    const { id } = await openTicket(app);
    const before = await storedFiles(app.directory);
    const response = await agent.uploadAttachments({
      params: { id },
      body: { arquivo: [textFile('ok.txt'), textFile('mau.txt', `x ${malware}`)] },
    });
    expect(errorCode(response)).toBe('attachment-infected');
    expect(await listOf(id)).toEqual([]);
    expect(await storedFiles(app.directory)).toEqual(before);
  });
});

describe('an upload that the scanner cannot scan', () => {
  it('is not downloaded, with a token or by its address, until it is found clean', async () => {
    await clamd.stop();
    const { id, requester } = await openTicket(app);
    const uploaded = await uploadOne(requester, id, textFile('espera.txt', 'conteúdo'));
    expect(uploaded.emQuarentena).toBe(true);
    await scanQuarantined();
    const [listed] = await listOf(id);
    expect(listed).toMatchObject({ id: uploaded.id, emQuarentena: true });
    expect(errorCode(await download(uploaded.id))).toBe('attachment-quarantined');
    const address = listed?.downloadUrl ?? '';
    expect((await fetch(address)).status).toBe(409);
    const stranger = await app.client({ email: 'outra@exemplo.com.br' });
    const hidden = await stranger.downloadAttachment({ params: { attachmentId: uploaded.id } });
    expect(hidden.status).toBe(404);
    await clamd.start();
    await scanQuarantined();
    expect(await (await fetch(address)).text()).toBe('conteúdo');
    expect((await listOf(id))[0]).not.toHaveProperty('emQuarentena');
    const { items } = await admin.audit.list.query({ target: `attachment:${uploaded.id}` });
    expect(items[0]?.action).toBe('attachments.release');
  });
});

describe('attachments of a mail with SCAN_URL', () => {
  const ingest = async (name: string, type: string, contents: string) => {
    const raw = aMailWith([{ name, type, contents: Buffer.from(contents) }]).toString('base64');
    const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw });
    return ticketId;
  };

  it('are named on the message and not stored if they are infected', async () => {
    const ticketId = await ingest('nota.txt', 'text/plain', malware);
    expect(await listOf(ticketId)).toEqual([]);
    const { messages } = await admin.tickets.get.query({ id: ticketId });
    expect(messages[0]?.notice).toContain('nota.txt');
  });

  it('of a type that may not be uploaded are for agents alone once they are scanned', async () => {
    await clamd.stop();
    const ticketId = await ingest('foto.heic', 'image/heic', '....ftypheic....');
    const [{ id } = { id: 0 }] = await listOf(ticketId);
    expect((await download(id)).status).toBe(409);
    await clamd.start();
    await scanQuarantined();
    expect((await download(id)).status).toBe(200);
    const [listed] = await listOf(ticketId);
    expect(listed).toMatchObject({ id, emQuarentena: true });
    expect((await fetch(listed?.downloadUrl ?? '')).status).toBe(409);
  });
});
