import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { reconcileAttachments } from '../../../server/attachments/janitor.ts';
import { startApp } from '../../harness.ts';
import { errorCode } from '../../public-client.ts';
import { ageAttachments } from '../../support/age.ts';
import {
  insertPendingAttachment,
  openTicket,
  storedFiles,
  textFile,
  uploadOne,
} from '../attachment-helpers.ts';

const clock = { now: new Date() };
const later = async (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
  await ageAttachments(app.service.contextFor('test').db, ms);
};
const app = await startApp({}, { now: () => clock.now });
afterAll(() => app.close());
const agent = await app.client();
const ticket = await openTicket(app);
const params = { id: ticket.id };
const root = join(app.directory, 'files');

const listed = async () => {
  const { status, body } = await agent.listTicketAttachments({ params });
  return status === 200 ? body.data.map(({ id }) => id) : [];
};
const janitor = async (dryRun = false) =>
  reconcileAttachments(app.service.contextFor('test'), { dryRun });

describe('DELETE /support/anexos/{attachmentId}', () => {
  it('removes the attachment from the ticket and from the storage', async () => {
    const { id, caminhoArquivo } = await uploadOne(agent, ticket.id, textFile());
    expect(await storedFiles(app.directory)).toContain(caminhoArquivo);
    const response = await agent.deleteAttachment({ params: { attachmentId: id } });
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, message: 'Anexo excluído com sucesso' },
    ]);
    expect(await listed()).not.toContain(id);
    expect(await storedFiles(app.directory)).not.toContain(caminhoArquivo);
    const again = await agent.deleteAttachment({ params: { attachmentId: id } });
    expect([again.status, errorCode(again)]).toEqual([404, 'attachment-not-found']);
  });

  it('is in the audit trail, as the upload of each file is', async () => {
    const { body } = await agent.uploadAttachments({
      params,
      body: { arquivo: [textFile('a.txt'), textFile('b.txt')] },
    });
    const ids = 'data' in body && Array.isArray(body.data) ? body.data.map(({ id }) => id) : [];
    expect(ids).toHaveLength(2);
    const trpc = await app.trpc();
    for (const id of ids) {
      await agent.deleteAttachment({ params: { attachmentId: id } });
      const { items } = await trpc.audit.list.query({ target: `attachment:${id}` });
      expect(items.map(({ action, channel, changes }) => [action, channel, changes])).toEqual([
        ['attachments.delete', 'http', []],
        ['attachments.upload', 'http', [{ field: 'ticketId', after: ticket.id }]],
      ]);
    }
  });

  it('lets one of 10 concurrent deletions succeed; nine get 404', async () => {
    const { id } = await uploadOne(agent, ticket.id, textFile());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => agent.deleteAttachment({ params: { attachmentId: id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
  });
});

/** Runs with a file in place of the storage's directory, so that every access fails. */
const withoutStorage = async <T>(at: string, work: () => Promise<T>): Promise<T> => {
  await rename(at, `${at}-away`);
  await writeFile(at, '');
  try {
    return await work();
  } finally {
    await rm(at);
    await rename(`${at}-away`, at);
  }
};

describe('while the storage is unavailable', () => {
  it('returns 503 with Retry-After where the storage is needed, and recovers', async () => {
    const stored = await uploadOne(agent, ticket.id, textFile());
    const one = { params: { attachmentId: stored.id } };
    const files = await storedFiles(app.directory);
    await withoutStorage(root, async () => {
      const answers = [
        await agent.uploadAttachments({ params, body: { arquivo: textFile() } }),
        await agent.uploadAttachments({
          params,
          body: { arquivo: [textFile('a.txt', 'x'.repeat(5_000_000)), textFile()] },
        }),
        await agent.downloadAttachment(one),
        await agent.deleteAttachment(one),
      ];
      for (const response of answers) {
        expect([response.status, errorCode(response)]).toEqual([503, 'unavailable']);
        expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(JSON.stringify(response.body)).not.toContain(app.directory);
      }
      expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
      expect((await agent.listTags()).status).toBe(200);
    });
    expect(await storedFiles(app.directory)).toEqual(files);
    const leftBehind = 'could not roll back an upload; left to the janitor';
    expect(app.logs.filter(({ msg }) => msg === leftBehind)).toHaveLength(2);
    // Repeating the failed deletion finishes it.
    expect((await agent.deleteAttachment(one)).status).toBe(200);
    await uploadOne(agent, ticket.id, textFile());
    // The refused uploads wrote no object, but their rows could not be deleted without the storage.
    const { removed } = await janitor();
    expect(removed.map(({ reason }) => reason)).toEqual(['upload', 'upload']);
    expect(await janitor(true)).toEqual({ removed: [], failed: [] });
    expect(await storedFiles(app.directory)).toHaveLength(files.length);
  });

  it('returns 503 for a missing file only', async () => {
    const lost = await uploadOne(agent, ticket.id, textFile());
    await rm(join(root, lost.caminhoArquivo));
    const response = await agent.downloadAttachment({ params: { attachmentId: lost.id } });
    expect(response.status).toBe(503);
    expect((await agent.deleteAttachment({ params: { attachmentId: lost.id } })).status).toBe(200);
  });
});

describe('the janitor', () => {
  const abandonedUpload = async (contents: { part?: string; whole?: string }) => {
    const path = `support/${ticket.id}/2026-01-01/${crypto.randomUUID()}_a.txt`;
    await mkdir(join(root, path, '..'), { recursive: true });
    if (contents.part !== undefined) await writeFile(join(root, `${path}.part`), contents.part);
    if (contents.whole !== undefined) await writeFile(join(root, path), contents.whole);
    const id = await insertPendingAttachment(app, {
      ticketId: ticket.id,
      path,
      createdAt: clock.now,
      leaseMs: 600_000,
    });
    return { id, ticketId: ticket.id, path, reason: 'upload' as const };
  };

  it('cleans up what crashes left at every step, once the lease has expired', async () => {
    await uploadOne(agent, ticket.id, textFile());
    const kept = await storedFiles(app.directory);
    const dead = [
      await abandonedUpload({}),
      await abandonedUpload({ part: 'me' }),
      await abandonedUpload({ whole: 'inteiro' }),
    ];
    expect(await listed()).not.toEqual(expect.arrayContaining(dead.map(({ id }) => id)));
    await later(590_000);
    expect(await janitor()).toEqual({ removed: [], failed: [] });
    await later(10_000);
    expect(await janitor(true)).toEqual({ removed: dead, failed: [] });
    expect(await storedFiles(app.directory)).toHaveLength(kept.length + 2);
    expect(await janitor()).toEqual({ removed: dead, failed: [] });
    expect(await storedFiles(app.directory)).toEqual(kept);
    expect(await janitor()).toEqual({ removed: [], failed: [] });
  });

  it('shares the work between concurrent runs', async () => {
    const dead = await Promise.all(
      Array.from({ length: 30 }, () => abandonedUpload({ whole: 'x' })),
    );
    await later(600_000);
    const runs = await Promise.all([janitor(), janitor(), janitor()]);
    expect(runs.flatMap(({ removed }) => removed.map(({ id }) => id)).sort()).toEqual(
      dead.map(({ id }) => id).sort(),
    );
  });

  it('retries in its next run what it could not delete', async () => {
    const dead = await abandonedUpload({ whole: 'x' });
    await later(600_000);
    await withoutStorage(root, async () => {
      expect(await janitor()).toEqual({ removed: [], failed: [dead] });
    });
    expect(await janitor()).toEqual({ removed: [dead], failed: [] });
  });

  it('runs as a job and on request', async () => {
    await abandonedUpload({ whole: 'x' });
    await later(600_000);
    const token = { role: 'admin' as const, expiresAt: new Date(clock.now.getTime() + 3_600_000) };
    const internal = await app.trpc(token);
    expect((await internal.attachments.janitor.mutate({ dryRun: true })).removed).toHaveLength(1);
    expect((await app.service.jobs.run('attachments-janitor')).outcome).toBe('succeeded');
    expect((await internal.attachments.janitor.mutate({})).removed).toHaveLength(0);
  });
});
