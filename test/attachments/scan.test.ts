import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { aMailWith } from '../inbound/mails.ts';
import { errorCode } from '../public-client.ts';
import { ageAttachments } from '../support/age.ts';
import { openTicket, storedFiles, textFile, uploadOne } from './attachment-helpers.ts';
import { infectedIfMarked, malware, startFakeClamd } from './fake-clamd.ts';

const clamd = await startFakeClamd();
const clock = { now: new Date('2026-03-11T12:00:00Z') };
const app = await startApp({ SCAN_URL: clamd.url }, { now: () => clock.now });
afterAll(async () => {
  await app.close();
  await clamd.stop();
});
const agent = await app.client();
const admin = await app.trpc();

const later = async (ms = 180_000) => {
  clock.now = new Date(clock.now.getTime() + ms);
  await ageAttachments(app.service.contextFor('test').db, ms);
};
const scanQuarantined = () => admin.jobs.run.mutate({ name: 'scan-quarantined' });
const listOf = async (id: number) => {
  const { status, body } = await agent.listTicketAttachments({ params: { id } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
const download = (attachmentId: number) => agent.downloadAttachment({ params: { attachmentId } });
const actsOn = async (id: number) => {
  const { items } = await admin.audit.list.query({ target: `attachment:${id}` });
  return items.map(({ action, actor }) => ({ action, actor }));
};
const send = (id: number, arquivo: File | File[]) =>
  agent.uploadAttachments({ params: { id }, body: { arquivo } });

beforeEach(async () => {
  clamd.setReply(infectedIfMarked);
  await clamd.stop();
  await clamd.start();
  await later();
  await scanQuarantined();
});

describe('an upload with SCAN_URL', () => {
  it('is scanned whole and is downloadable at once if it is clean', async () => {
    const { id } = await openTicket(app);
    const contents = 'linha\n'.repeat(40_000);
    const uploaded = await uploadOne(agent, id, textFile('limpo.txt', contents));
    expect(uploaded).not.toHaveProperty('emQuarentena');
    expect(clamd.scanned.at(-1)?.toString()).toBe(contents);
    expect((await download(uploaded.id)).status).toBe(200);
  });

  it('is refused with its own code if it is infected, with every other file of the request, and leaves nothing', async () => {
    const { id } = await openTicket(app);
    const before = await storedFiles(app.directory);
    const response = await send(id, [textFile('ok.txt'), textFile('mau.txt', `x ${malware}`)]);
    expect(response.status).toBe(422);
    expect(errorCode(response)).toBe('attachment-infected');
    expect(response.body).toEqual({
      success: false,
      message: 'Arquivo recusado: o antivírus encontrou uma ameaça',
    });
    expect(await listOf(id)).toEqual([]);
    expect(await storedFiles(app.directory)).toEqual(before);
  });
});

describe('an upload that the scanner cannot scan', () => {
  it('is stored in quarantine and cannot be downloaded, with a token or by its address', async () => {
    await clamd.stop();
    const { id, requester } = await openTicket(app);
    const uploaded = await uploadOne(requester, id, textFile('espera.txt'));
    expect(uploaded.emQuarentena).toBe(true);
    const [listed] = await listOf(id);
    expect(listed).toMatchObject({ id: uploaded.id, emQuarentena: true });
    const refused = await download(uploaded.id);
    expect([refused.status, errorCode(refused)]).toEqual([409, 'attachment-quarantined']);
    const byAddress = await fetch(listed?.downloadUrl ?? '');
    expect(byAddress.status).toBe(409);
    expect(await byAddress.json()).toEqual({
      success: false,
      message: 'Anexo em quarentena: aguarda a verificação do antivírus',
    });
    const stranger = await app.client({ email: 'outra@exemplo.com.br' });
    const hidden = await stranger.downloadAttachment({ params: { attachmentId: uploaded.id } });
    expect(hidden.status).toBe(404);
  });

  it('waits while the scanner is down, and is released once it is clean; its address then works', async () => {
    await clamd.stop();
    const { id } = await openTicket(app);
    const uploaded = await uploadOne(agent, id, textFile('espera.txt', 'conteúdo'));
    await later();
    await scanQuarantined();
    expect((await download(uploaded.id)).status).toBe(409);
    const [{ downloadUrl } = { downloadUrl: '' }] = await listOf(id);
    await clamd.start();
    await later();
    await scanQuarantined();
    expect(await (await fetch(downloadUrl)).text()).toBe('conteúdo');
    expect((await listOf(id))[0]).not.toHaveProperty('emQuarentena');
    expect(await actsOn(uploaded.id)).toEqual([
      { action: 'attachments.release', actor: expect.any(String) },
      { action: 'attachments.upload', actor: expect.any(String) },
    ]);
  });

  it('is deleted, and noted for the agents, once the scanner finds something', async () => {
    await clamd.stop();
    const { id } = await openTicket(app);
    const uploaded = await uploadOne(agent, id, textFile('mau.txt', malware));
    await clamd.start();
    await later();
    await scanQuarantined();
    expect(await listOf(id)).toEqual([]);
    expect(await storedFiles(app.directory)).not.toContain(uploaded.caminhoArquivo);
    const { notes } = await admin.tickets.get.query({ id });
    expect(notes.map(({ body }) => body)).toEqual([
      'Anexo excluído: o antivírus encontrou Leitor.Test.UNOFFICIAL em mau.txt',
    ]);
    expect((await actsOn(uploaded.id)).map(({ action }) => action)).toContain('attachments.reject');
  });

  it.each([
    ['an error', 'INSTREAM size limit exceeded. ERROR'],
    ['something that is no verdict', 'stream: OK and more'],
    ['more than a reply', 'x'.repeat(5_000)],
  ])('also when the reply is %s', async (_, reply) => {
    clamd.setReply(() => reply);
    const { id } = await openTicket(app);
    expect((await uploadOne(agent, id, textFile())).emQuarentena).toBe(true);
  });

  it('is not touched by the janitor, however long it waits', async () => {
    await clamd.stop();
    const { id } = await openTicket(app);
    const { caminhoArquivo } = await uploadOne(agent, id, textFile());
    await later(30 * 86_400_000);
    await admin.attachments.janitor.mutate();
    expect(await readFile(join(app.directory, 'files', caminhoArquivo), 'utf8')).toBe('Olá');
  });
});

describe('attachments of a mail with SCAN_URL', () => {
  const ingest = async (contents: string) => {
    const file = { name: 'nota.txt', type: 'text/plain', contents: Buffer.from(contents) };
    const raw = aMailWith([file]).toString('base64');
    const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw });
    return ticketId;
  };

  it('are named on the message and not stored if they are infected', async () => {
    const ticketId = await ingest(malware);
    expect(await listOf(ticketId)).toEqual([]);
    const { messages } = await admin.tickets.get.query({ id: ticketId });
    expect(messages[0]?.notice).toBe('Anexos recusados: nota.txt');
  });

  it('of a type that may not be uploaded are for agents alone once they are scanned', async () => {
    await clamd.stop();
    const contents = Buffer.from('....ftypheic....');
    const raw = aMailWith([{ name: 'foto.heic', type: 'image/heic', contents }]);
    const { ticketId = 0 } = await admin.inbound.ingest.mutate({ raw: raw.toString('base64') });
    const [{ id } = { id: 0 }] = await listOf(ticketId);
    expect((await download(id)).status).toBe(409);
    await clamd.start();
    await later();
    await scanQuarantined();
    expect((await download(id)).status).toBe(200);
    const [listed] = await listOf(ticketId);
    expect(listed).toMatchObject({ id, emQuarentena: true });
    expect((await fetch(listed?.downloadUrl ?? '')).status).toBe(409);
  });

  it('wait in quarantine if the scanner is down', async () => {
    await clamd.stop();
    const ticketId = await ingest('tudo bem');
    expect(await listOf(ticketId)).toMatchObject([{ nomeArquivo: 'nota.txt', emQuarentena: true }]);
  });
});

describe('the metrics of scans', () => {
  it('count them by outcome, and how many attachments wait for how long', async () => {
    const { id } = await openTicket(app);
    await uploadOne(agent, id, textFile());
    await send(id, textFile('mau.txt', malware));
    await clamd.stop();
    await uploadOne(agent, id, textFile());
    clock.now = new Date(clock.now.getTime() + 60_000);
    await uploadOne(agent, id, textFile());
    clock.now = new Date(clock.now.getTime() + 30_000);
    const metrics = await (await fetch(`${app.internalUrl}/metrics`)).text();
    expect(metrics).toMatch(/^attachments_quarantined 2$/m);
    expect(metrics).toMatch(/^attachments_oldest_quarantined_age_seconds 90$/m);
    for (const outcome of ['clean', 'infected', 'failed']) {
      expect(metrics).toMatch(
        new RegExp(`^scan_duration_seconds_count\\{outcome="${outcome}"\\} [1-9]`, 'm'),
      );
    }
  });
});
