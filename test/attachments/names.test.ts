import { describe, expect, it } from 'vitest';
import {
  displayName,
  downloadName,
  refuseRunnable,
  storagePath,
  storedName,
} from '../../server/attachments/checks/names.ts';
import { dispositionOf } from '../../server/attachments/links.ts';

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
    ['  espaços.txt ', 'espaços.txt'],
    ['meia \ud800.txt', 'meia \ufffd.txt'],
    ['"aspas" 👩‍👩‍👧.png', '"aspas" 👩‍👩‍👧.png'],
    ['pagina.html.txt. .', 'pagina.html.txt. .'],
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

  it.each(['bat', 'html', 'php5', 'vbe'])('takes the dot of an inner extension %s', (extension) => {
    expect(downloadName(`a.${extension}.txt`)).toBe(`a_${extension}.txt`);
    expect(downloadName(`a.${extension}`)).toBe(`a.${extension}`);
    expect(downloadName(`a.x${extension}x.txt`)).toBe(`a.x${extension}x.txt`);
  });
});

describe('a name that a system runs', () => {
  const runnable =
    'action apk app appcontent-ms appimage application appref-ms asa ashx asmx asp aspx bash bat cer cgi chm cmd com command cpl csh csproj desktop diagcab dll dqy exe gadget hta htm html inf iqy jar jnlp js jse jsp ksh library-ms lnk mht mhtml mjs msc msi msix msp mst odc oqy phar php php3 php4 php5 php7 php8 pht phtml pif pl ps1 ps1xml psc1 psm1 py pyw rb rdp reg rqy run scf scr sct search-ms searchconnector-ms settingcontent-ms sh shb shs shtm shtml slk stm svg svgz terminal theme url vb vbe vbs webloc website ws wsb wsc wsf wsh xht xhtml xlam xll zsh';

  const isRefused = (name: string) => {
    try {
      refuseRunnable(name);
      return false;
    } catch {
      return true;
    }
  };

  it('is refused by any of its extensions, whatever follows it, and no other name', () => {
    for (const end of ['', '.', '. .', '\u200d']) {
      const named = (extension: string) => `nota.pdf.${extension}${end}`;
      const names = runnable.split(' ').map((extension) => named(extension.toUpperCase()));
      expect(names.filter((name) => !isRefused(name))).toEqual([]);
      const others = ['txt', 'pdf', 'csv', 'xls', 'xlsx', 'xml', 'json', 'ini', 'exe1', 'p', '001'];
      expect(['', ...others].map(named).filter(isRefused)).toEqual([]);
    }
    expect(['exe', 'exe.txt', 'relatório 1.2'].filter(isRefused)).toEqual([]);
  });

  it('is refused however it hides', () => {
    const windows = ['nota.txt:x.js', 'nota.hta::$DATA', 'nota.hta:x'];
    const unicode = ['nota\uff0ehta', 'nota.\uff48ta', 'nota.hta\ufe52', 'nota.hta\u3164'];
    const hidden = [...windows, ...unicode, 'nota.ht\u0301a'];
    expect(hidden.filter((name) => !isRefused(name))).toEqual([]);
  });
});

describe('the disposition of a download', () => {
  it.each([
    ['pagina.html.txt', 'pagina_html.txt', 'pagina_html.txt'],
    ['nota.txt.', 'nota.txt', 'nota.txt'],
    ['côn.txt', 'côn.txt', '_con.txt'],
    ['a%20b 100%.txt', 'a%20b 100%.txt', 'a_20b_100.txt'],
    ['ponto;e=vírgula, etc.txt', 'ponto;e=vírgula, etc.txt', 'ponto_e_virgula_etc.txt'],
    ['日本語 €.txt', '日本語 €.txt', 'arquivo.txt'],
    [`${'é'.repeat(396)}.txt`, `${'é'.repeat(396)}.txt`, `${'e'.repeat(176)}.txt`],
  ])('of %j proposes %j, and %j to old clients', (name, proposed, ascii) => {
    const [, quoted, encoded = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(.*)$/.exec(dispositionOf({ name })) ??
      [];
    expect(quoted).toBe(ascii);
    expect(decodeURIComponent(encoded)).toBe(proposed);
  });
});
