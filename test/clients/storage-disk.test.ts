import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { diskStorage } from '../../server/clients/storage-disk.ts';

const directory = await mkdtemp(join(tmpdir(), 'leitor-disk-'));
afterAll(() => rm(directory, { recursive: true }));
const root = join(directory, 'files');
const storage = diskStorage(root);
const headers = { contentType: 'text/plain', contentDisposition: 'attachment' };
const unavailable = expect.objectContaining({ code: 'unavailable' });

const put = async (path: string, contents: string): Promise<void> => {
  const object = await storage.stage(path);
  await object.write(Buffer.from(contents));
  await object.end();
  await object.store(headers);
  await object.discard();
};
const filesIn = async (folder: string) => (await readdir(join(root, folder))).sort();

describe('a storage on the disk', () => {
  it('returns an object, or some of its bytes, to nobody but the service', async () => {
    await put('a/b/um.txt', '0123456789');
    expect(await text(await storage.read('a/b/um.txt'))).toBe('0123456789');
    expect(await text(await storage.read('a/b/um.txt', { start: 2, end: 4 }))).toBe('234');
    expect((await stat(join(root, 'a/b/um.txt'))).mode & 0o777).toBe(0o600);
    expect(await filesIn('a/b')).toEqual(['um.txt']);
  });

  it('lists the whole objects of a folder', async () => {
    await put('l/um.json', '1');
    await put('l/dois.json', '2');
    await writeFile(join(root, 'l/tres.json.part'), '');
    expect((await storage.list('l')).sort()).toEqual(['dois.json', 'um.json']);
    expect(await storage.list('m')).toEqual([]);
  });

  it('never leaves its folder', async () => {
    await put('a/zero.txt', 'zero');
    await writeFile(join(directory, 'segredo.txt'), 'segredo');
    const before = (await readdir(directory)).sort();
    for (const path of ['../segredo.txt', 'a/../../segredo.txt', '../files-2/a', '..', '']) {
      await expect(storage.read(path)).rejects.toEqual(unavailable);
      await expect(storage.stage(path)).rejects.toEqual(unavailable);
      await expect(storage.remove(path, { whole: false })).rejects.toEqual(unavailable);
    }
    expect(await readFile(join(directory, 'segredo.txt'), 'utf8')).toBe('segredo');
    expect((await readdir(directory)).sort()).toEqual(before);
  });

  it('shows an object only once it is whole, and nothing of one that is discarded', async () => {
    const object = await storage.stage('c/dois.txt');
    await object.write(Buffer.from('dois'));
    await object.end();
    expect(object.bytes()).toBe(4);
    const back = Buffer.alloc(6);
    expect(await object.readAt(back, 1)).toBe(3);
    expect(back.toString('latin1', 0, 3)).toBe('ois');
    await expect(storage.read('c/dois.txt')).rejects.toEqual(unavailable);
    await expect(storage.stage('c/dois.txt')).rejects.toEqual(unavailable);
    await object.discard();
    expect(await filesIn('c')).toEqual([]);
  });

  it('is ready while a file can be written, and leaves none', async () => {
    const empty = join(directory, 'outro/novo');
    // Several processes check the same folder.
    await Promise.all(Array.from({ length: 20 }, () => diskStorage(empty).check()));
    expect(await readdir(empty)).toEqual([]);
    await writeFile(join(directory, 'arquivo.txt'), '');
    const blocked = diskStorage(join(directory, 'arquivo.txt', 'a'));
    await expect(blocked.check()).rejects.toThrow();
  });
});
