import { describe, expect, it } from 'vitest';
import { refuseRunnable } from '../../server/attachments/names.ts';
import { isUnknownType, possibleTypes } from '../../server/attachments/types.ts';

const xls = 'application/vnd.ms-excel';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const all = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/csv',
  'text/plain',
  xlsx,
  xls,
];

/** Types of a group: `application/x-pdf application/pdf` as `application x-pdf pdf`. */
const typesOf = (groups: string) =>
  groups.split('; ').flatMap((group) => {
    const [of, ...names] = group.split(' ');
    return names.map((name) => `${of}/${name}`);
  });

describe('a declared type', () => {
  it.each<[string[], string]>([
    [
      ['image/jpeg'],
      'image jpeg jpg jpe jfif pjpeg pjpg x-jpeg x-jpg pipeg; application jpg x-jpg',
    ],
    [['image/png'], 'image png x-png apng vnd.mozilla.apng; application png x-png'],
    [['image/gif'], 'image gif x-gif'],
    [['image/webp'], 'image webp x-webp'],
    [
      ['application/pdf'],
      'application pdf x-pdf vnd.pdf acrobat nappdf; image pdf; text pdf x-pdf',
    ],
    [
      ['text/csv'],
      'text csv x-csv comma-separated-values x-comma-separated-values tab-separated-values tsv; application csv x-csv',
    ],
    [['text/plain'], 'text plain txt x-txt x-log anytext; application txt'],
    [[xlsx], `application ${xlsx.split('/')[1]} xlsx x-xlsx zip x-zip x-zip-compressed`],
    [
      [xls, xlsx],
      'application vnd.ms-excel excel msexcel x-excel x-msexcel x-ms-excel x-dos_ms_excel xls x-xls vnd.msexcel vnd.excel vnd.ms-office x-ole-storage',
    ],
  ])('says that a file may be of %s: %s', (types, declared) => {
    for (const type of typesOf(declared)) {
      expect([type, possibleTypes(type), isUnknownType(type)]).toEqual([type, types, false]);
    }
  });

  it('says nothing, or is none that may be uploaded', () => {
    const unknown =
      'application octet-stream octetstream x-octet-stream x-octetstream binary x-binary download x-download force-download x-force-download unknown x-unknown x-unknown-content-type; binary octet-stream; unknown unknown';
    for (const type of typesOf(unknown)) {
      expect([type, possibleTypes(type), isUnknownType(type)]).toEqual([type, all, true]);
    }
    for (const type of [
      'image/svg+xml',
      'text/html',
      'image/bmp',
      'video/mp4',
      'application/xml',
    ]) {
      expect([type, possibleTypes(type), isUnknownType(type)]).toEqual([type, [], false]);
    }
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

  it.each([
    'nota.txt:x.js',
    'nota.hta::$DATA',
    'nota.hta:x',
    'nota\uff0ehta',
    'nota.\uff48ta',
    'nota.hta\ufe52',
    'nota.hta\u3164',
    'nota.ht\u0301a',
  ])('is refused however it hides: %j', (name) => {
    expect(isRefused(name)).toBe(true);
  });
});
