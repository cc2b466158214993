import { afterAll, expect, it } from 'vitest';
import { startApp } from '../harness.ts';
import { openTicket, storedFiles, textFile } from './attachment-helpers.ts';

const app = await startApp();
afterAll(() => app.close());
const ticket = await openTicket(app);

const request = async (
  path: string,
  { role = 'agent', file }: { role?: 'reader' | 'agent'; file?: File } = {},
) => {
  const body = new FormData();
  if (file) body.append('arquivo', file);
  return fetch(`${app.internalUrl}/console/attachments/${path}`, {
    headers: { authorization: `Bearer ${await app.token({ role, email: ticket.email })}` },
    ...(file && { method: 'POST', body }),
  });
};
const codeOf = ({ headers }: Response) => headers.get('x-error-code');

it('the console uploads and downloads as the public routes do', async () => {
  const uploaded = await request(`tickets/${ticket.id}`, { file: textFile('nota.txt', 'Olá') });
  const { data } = await uploaded.json();
  expect(data).toMatchObject({ supportId: ticket.id, nomeArquivo: 'nota.txt' });
  const downloaded = await request(`${data.id}/download`);
  expect(await downloaded.text()).toBe('Olá');
  expect(downloaded.headers.get('content-security-policy')).toContain('sandbox');
  const stored = await storedFiles(app.directory);
  const program = new File(['MZ'], 'virus.exe', { type: 'text/plain' });
  const refused = await request(`tickets/${ticket.id}`, { file: program });
  expect(codeOf(refused)).toBe('attachment-type-not-allowed');
  expect(await storedFiles(app.directory)).toEqual(stored);
});

it('the console’s routes are for agents, on the internal listener alone', async () => {
  const upload = await request(`tickets/${ticket.id}`, { role: 'reader', file: textFile() });
  expect(codeOf(upload)).toBe('forbidden');
  expect(codeOf(await request('1/download', { role: 'reader' }))).toBe('forbidden');
  const anonymous = await fetch(`${app.internalUrl}/console/attachments/1/download`);
  expect(codeOf(anonymous)).toBe('invalid-token');
  const elsewhere = await fetch(`${app.url}/console/attachments/1/download`);
  expect(codeOf(elsewhere)).toBe('not-found');
});
