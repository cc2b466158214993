import { afterAll, describe, expect, it } from 'vitest';
import {
  displayName,
  downloadName,
  storagePath,
  storedName,
} from '../../server/attachments/names.ts';
import { startApp } from '../harness.ts';
import { openTicket, textFile, uploadOne } from './attachment-helpers.ts';

describe('storedName', () => {
  it.each([
    ['relatório.pdf', 'relatorio.pdf'],
    ['Ação Nº 1.PDF', 'Acao_No_1.PDF'],
    ['../../etc/passwd', 'etc_passwd'],
    ['.htaccess', 'arquivo.htaccess'],
    ['a..b.txt', 'a.b.txt'],
    ['日本語.txt', 'arquivo.txt'],
    ['👩‍👩‍👧.png', 'arquivo.png'],
    ['-rf', 'rf'],
    ['CON', 'CON'],
    ['a b\tc"d\'e.csv', 'a_b_c_d_e.csv'],
    ['semextensao', 'semextensao'],
    ['.', 'arquivo'],
    ['a.', 'a'],
  ])('%j becomes %j', (display, stored) => expect(storedName(display)).toBe(stored));

  it('returns at most 180 bytes including the extension', () => {
    for (const name of ['a'.repeat(400), `${'á'.repeat(400)}.xlsx`, `a.${'b'.repeat(400)}`]) {
      expect(storedName(name)).toMatch(/^[A-Za-z0-9_][\w.-]{0,179}$/);
    }
    expect(storedName(`${'á'.repeat(400)}.xlsx`)).toBe(`${'a'.repeat(175)}.xlsx`);
  });

  it('is part of a path with the ticket, the date in São Paulo and a unique id', () => {
    const path = (now: string) => storagePath(42, 'Nota.PDF', new Date(now));
    expect(path('2026-01-01T02:59:59Z')).toMatch(
      /^support\/42\/2025-12-31\/[0-9a-f-]{36}_Nota\.PDF$/,
    );
    expect(path('2026-01-01T03:00:00Z')).toMatch(/^support\/42\/2026-01-01\//);
    expect(path('2026-01-01T03:00:00Z')).not.toBe(path('2026-01-01T03:00:00Z'));
  });
});

describe('displayName', () => {
  it.each([
    ['relato\u0301rio.txt', 'relatório.txt'],
    ['C:\\Users\\Ana\\nota.txt', 'nota.txt'],
    ['/etc/passwd', 'passwd'],
    ['pasta/', 'arquivo'],
    ['..', 'arquivo'],
    ['a\r\nSet-Cookie: b.txt', 'aSet-Cookie: b.txt'],
    ['fatura\u202Efdp.exe', 'faturafdp.exe'],
    ['\u200Eoi\u2066.txt\u2069', 'oi.txt'],
    ['  espaços.txt ', 'espaços.txt'],
    ['meia \ud800.txt', 'meia \ufffd.txt'],
    ['"aspas" \'simples\'.txt', '"aspas" \'simples\'.txt'],
    ['👩‍👩‍👧.png', '👩‍👩‍👧.png'],
    ['CON', 'CON'],
    ['nota.txt. .', 'nota.txt. .'],
    ['foto\u200b.png', 'foto.png'],
    ['pagina.html.pdf', 'pagina.html.pdf'],
  ])('of %j is %j', (given, shown) => expect(displayName(given)).toBe(shown));

  it('drops characters that reorder or hide text', () => {
    const bidi = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    for (const character of `${bidi}\u200b\u2060\ufeff\u007f\u0085\t\u001b`) {
      expect(displayName(`a${character}b.txt`)).toBe('ab.txt');
    }
  });

  it('refuses NUL and more than 500 characters', () => {
    expect(() => displayName('a\0.txt')).toThrow('NUL');
    expect(() => displayName('a'.repeat(501))).toThrow('500');
    expect(displayName('á'.repeat(500))).toHaveLength(500);
  });
});

describe('downloadName', () => {
  it.each([
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['COM1.csv', '_COM1.csv'],
    ['console.txt', 'console.txt'],
    ['nota.txt. .', 'nota.txt'],
    ['fatura.hta.\u200d', 'fatura.hta'],
    ['\u200d.', 'arquivo'],
    ['fatura.exe.pdf', 'fatura_exe.pdf'],
    ['foto.php.html.png', 'foto_php_html.png'],
    ['relatorio.com.br.pdf', 'relatorio.com.br.pdf'],
  ])('of %j is %j', (shown, proposed) => expect(downloadName(shown)).toBe(proposed));

  it.each([
    'bat',
    'cmd',
    'cgi',
    'exe',
    'hta',
    'htm',
    'html',
    'jar',
    'js',
    'jse',
    'jsp',
    'lnk',
    'msi',
    'phtml',
    'php',
    'php5',
    'pif',
    'pl',
    'ps1',
    'py',
    'scr',
    'sh',
    'svg',
    'asp',
    'aspx',
    'vbs',
    'vbe',
    'wsf',
    'wsh',
  ])('takes the dot of an inner extension %s', (extension) => {
    expect(downloadName(`a.${extension}.txt`)).toBe(`a_${extension}.txt`);
    expect(downloadName(`a.${extension.toUpperCase()}.txt`)).toBe(
      `a_${extension.toUpperCase()}.txt`,
    );
    expect(downloadName(`a.${extension}`)).toBe(`a.${extension}`);
    expect(downloadName(`a.x${extension}x.txt`)).toBe(`a.x${extension}x.txt`);
  });
});

describe('names, from the upload to the download', async () => {
  const app = await startApp();
  afterAll(() => app.close());
  const agent = await app.client();
  const ticket = await openTicket(app);

  it.each([
    'aspas "duplas" e \'simples\'.txt',
    'a%20b 100%.txt',
    'ponto;e=vírgula, etc.txt',
    '日本語 çãõ €.txt',
    '👩‍👩‍👧.txt',
    `${'é'.repeat(396)}.txt`,
  ])('%s is unchanged', async (name) => {
    const stored = await uploadOne(agent, ticket.id, textFile(name));
    expect(stored.nomeArquivo).toBe(name);
    expect(
      Buffer.byteLength(stored.caminhoArquivo.replace(/^.*\/[0-9a-f-]{36}_/, '')),
    ).toBeLessThanOrEqual(180);
    const response = await agent.downloadAttachment({ params: { attachmentId: stored.id } });
    expect(response.status).toBe(200);
    const header = response.headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename="[\w.-]{1,180}"; filename\*=/);
    const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(header) ?? [];
    expect(decodeURIComponent(encoded)).toBe(name);
  });

  it.each([
    ['pagina.html.txt', 'pagina_html.txt', 'pagina_html.txt'],
    ['con.txt', '_con.txt', '_con.txt'],
    ['nota.txt.', 'nota.txt', 'nota.txt'],
    ['côn.txt', 'côn.txt', '_con.txt'],
  ])('%j is stored and listed as sent; a download proposes %j', async (name, proposed, ascii) => {
    const { id, nomeArquivo, caminhoArquivo } = await uploadOne(agent, ticket.id, textFile(name));
    expect(nomeArquivo).toBe(name);
    expect(caminhoArquivo).toMatch(/^support\/[\w/-]+_[\w.-]*\w$/);
    const list = await agent.listTicketAttachments({ params: { id: ticket.id } });
    expect(list.body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id, nomeArquivo: name })]),
    });
    const response = await agent.downloadAttachment({ params: { attachmentId: id } });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(proposed)}`,
    );
  });

  it.each(['a\0b.txt', `${'x'.repeat(501)}.txt`])('%j is refused with 400', async (name) => {
    const { status } = await agent.uploadAttachments({
      params: { id: ticket.id },
      body: { arquivo: textFile(name) },
    });
    expect(status).toBe(400);
  });

  it('NUL in an encoded name is refused with 400', async () => {
    const response = await fetch(`${app.url}/support/${ticket.id}/anexos`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await app.token({ role: 'agent' })}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: '--b\r\nContent-Disposition: form-data; name="arquivo"; filename*=UTF-8\'\'a%00b.txt\r\nContent-Type: text/plain\r\n\r\noi\r\n--b--\r\n',
    });
    expect(response.status).toBe(400);
  });
});
