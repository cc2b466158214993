import { describe, expect, it } from 'vitest';
import { aMail } from '../mails.ts';
import { readMail } from './reading.ts';

/** Reads a mail of a text and of a part with these headers. */
const readWith = (headers: Record<string, string>, contents = 'Segundo') => {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const part = [...head, '', contents].join('\r\n');
  const text = 'Content-Type: text/plain\r\n\r\nPrimeiro';
  const body = `--b\r\n${text}\r\n--b\r\n${part}\r\n--b--`;
  return readMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, body));
};
const saying = async (headers: Record<string, string>, contents?: string) => {
  const { text, attachments } = await readWith(headers, contents);
  return [text.split(/\s+/).join(' '), attachments.map(({ name }) => name)];
};
const both = ['Primeiro Segundo', []];

describe('a part of a mail', () => {
  it.each([
    'text/plain',
    'text/html',
    'text/enriched',
    'message/delivery-status',
    'message/disposition-notification',
  ])('is a text if it is %s', async (type) => {
    expect(await saying({ 'Content-Type': type })).toEqual(both);
  });

  it.each(['application/pgp-signature', 'application/pkcs7-signature'])(
    'is neither text nor file if it is %s',
    async (type) => {
      expect(await saying({ 'Content-Type': `${type}; name=a.p7s` })).toEqual(['Primeiro', []]);
    },
  );

  it('is a file if it is a text with a name or attached, but for names that programs make up', async () => {
    const named = (name: string) => saying({ 'Content-Type': `text/plain; name="${name}"` });
    for (const name of [
      'ATT00001.htm',
      'att1.html',
      'ATT.txt',
      'Mime-Attachment.txt',
      'mime-1.htm',
    ])
      expect([name, await named(name)]).toEqual([name, both]);
    for (const name of ['nota.txt', 'ATT00001.csv', 'matt1.txt'])
      expect(await named(name)).toEqual(['Primeiro', [name]]);
    const attached = { 'Content-Type': 'text/plain', 'Content-Disposition': 'attachment' };
    expect(await saying(attached)).toEqual(['Primeiro', ['anexo.txt']]);
  });

  it('is a text if it is inline or the only one, whatever its name', async () => {
    const type = { 'Content-Type': 'text/html; name=corpo.html' };
    expect(await saying({ ...type, 'Content-Disposition': 'inline' })).toEqual(both);
    const part = '--b\r\nContent-Type: text/html; name=corpo.html\r\n\r\n<p>Oi</p>\r\n';
    const textOf = (parts: string) =>
      readMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=b' }, `${parts}--b--`)).text;
    expect([textOf(part), textOf(part + part)]).toEqual(['Oi', '']);
  });

  it.each([
    ['application/ms-tnef', '', 'winmail.dat'],
    ['text/calendar', '', 'convite.ics'],
    ['image/pjpeg', '', 'anexo.jpg'],
    ['application/pdf', '', 'anexo.pdf'],
    ['application/octet-stream', '\xff\xd8\xff\xe0', 'anexo.jpg'],
    ['application/octet-stream', '\x89PNG\r\n', 'anexo.png'],
    ['application/octet-stream', '\0\0\0\x18ftypheic', 'anexo.heic'],
    ['application/octet-stream', '\n%PDF-1.7', 'anexo.pdf'],
    ['application/octet-stream', 'PK\x03\x04', 'anexo.zip'],
    ['application/octet-stream', 'Oi', 'anexo'],
  ])('of %s without a name, beginning with %j, is named %s', async (type, contents, name) => {
    const encoded = Buffer.from(contents || 'x', 'latin1').toString('base64');
    const headers = { 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' };
    expect(await saying(headers, encoded)).toEqual(['Primeiro', [name]]);
  });

  it('stands in the text if it has a Content-ID and is not attached', async () => {
    const isInline = async (headers: Record<string, string>) => {
      const { attachments } = await readWith({ 'Content-Type': 'image/png', ...headers });
      return attachments[0]?.inline;
    };
    const id = { 'Content-ID': '<a@b>' };
    for (const one of [id, { 'Content-ID': 'a@b' }]) expect(await isInline(one)).toBe(true);
    expect(await isInline({ ...id, 'Content-Disposition': 'inline' })).toBe(true);
    expect(await isInline({ ...id, 'Content-Disposition': 'attachment' })).toBe(false);
    expect(await isInline({})).toBe(false);
  });
});

it('a part that is uuencoded as a whole is decoded', async () => {
  const headers = { 'Content-Type': 'image/gif', 'Content-Transfer-Encoding': 'x-uuencode' };
  const { attachments } = await readWith(headers, 'begin 644 a.gif\r\n#0V%T\r\n`\r\nend\r\n');
  expect(attachments).toMatchObject([{ contents: Buffer.from('Cat') }]);
});

describe('parts in parts', () => {
  const part = (type: string, contents: string) =>
    `--b\r\nContent-Type: ${type}\r\n\r\n${contents}\r\n`;
  const html = (text: string, comments = 0) =>
    part('text/html', `<p>${text}</p>${'<!-- -->'.repeat(comments)}`);
  const readAs = (type: 'mixed' | 'alternative', ...parts: string[]) =>
    readMail(aMail({ 'Content-Type': `multipart/${type}; boundary=b` }, `${parts.join('')}--b--`));

  it('say each text once, of alternatives in HTML the last one', async () => {
    expect((await readAs('mixed', html('Um'), html('Um'))).text).toBe('Um');
    expect((await readAs('alternative', html('Um'), html('Dois'))).text).toBe('Dois');
  });

  it('for programs are no files, and a sign alone is what somebody says', async () => {
    const forms = ['text/x-amp-html', 'text/vnd.google.email-reaction+json', 'text/calendar'];
    const all = [part('text/plain; charset=utf-8', '👍'), ...forms.map((type) => part(type, 'x'))];
    const { text, attachments } = await readAs('alternative', ...all, html('👍 reagiu'));
    expect([text, attachments.map(({ name }) => name)]).toEqual(['👍', ['convite.ics']]);
  });

  it('are cut if one that is read is, or all of their texts together', async () => {
    const [plain, long, most] = [
      part('text/plain', 'Dois'),
      html('Um', 25_001),
      html('Um', 24_000),
    ];
    const cut = [readAs('alternative', plain, long), readAs('mixed', ...Array(6).fill(most))];
    expect((await Promise.all(cut)).map(({ isCut }) => isCut)).toEqual([true, true]);
    expect((await readAs('mixed', ...Array(5).fill(most))).isCut).toBe(false);
  });

  it('are files although their alternative is not read, or nothing can be made of them', async () => {
    const picture = 'Content-Type: image/png; name=foto.png\r\n\r\nx\r\n';
    const related = `--c\r\nContent-Type: text/html\r\n\r\n<p>Oi</p>\r\n--c\r\n${picture}--c--`;
    const both = [part('text/plain', 'Oi'), part('multipart/related; boundary=c', related)];
    const named = part('message/rfc822; name=a.eml', 'Subject: Oi\r\n\r\nOi');
    const endless = part('message/rfc822', `X: ${'a'.repeat(140_000)}\r\n\r\nOi`);
    const untyped = '--b\r\nContent-Disposition: attachment\r\n\r\nOi\r\n';
    const accented = part('image/png', 'x').replace(
      'png',
      `png\r\nContent-Disposition: attachment; filename="a\xe7\xe3o.png"`,
    );
    const namesOf = async (of: ReturnType<typeof readAs>) =>
      (await of).attachments.map(({ name, type }) => `${name} ${type}`);
    expect(await namesOf(readAs('alternative', ...both))).toEqual(['foto.png image/png']);
    expect(await namesOf(readAs('mixed', named, endless, untyped, accented))).toEqual([
      'a.eml message/rfc822',
      'mensagem.eml message/rfc822',
      'anexo application/octet-stream',
      'ação.png image/png',
    ]);
  });
});

describe('a text whose lines flow (RFC 3676)', () => {
  const flowed = async (more: string, ...lines: string[]) => {
    const headers = { 'Content-Type': `text/plain; format=flowed${more}` };
    return (await readMail(aMail(headers, lines.join('\r\n')))).text;
  };

  it('is joined where a line ends in a space, which may be no part of it', async () => {
    const lines = ['A edição ', 'de hoje ', 'não veio.', 'Obri ', 'gada'];
    expect(await flowed('', ...lines)).toBe('A edição de hoje não veio.\nObri gada');
    expect(await flowed('; delsp=yes', ...lines)).toBe('A ediçãode hojenão veio.\nObrigada');
    expect((await readMail(aMail({}, lines.join('\r\n')))).text).toBe(lines.join('\n'));
  });

  it('is not joined across quotes of another depth, nor to a signature', async () => {
    expect(await flowed('', '> Um ', '> dois ', '>> três ', 'quatro', '-- ', 'Ana')).toBe(
      '> Um dois \n>> três \nquatro\n-- \nAna',
    );
  });
});

describe('a declared type', () => {
  const typeOf = async (type: string) => {
    const { attachments } = await readWith({ 'Content-Type': `${type}; name=a.bin` });
    return attachments[0]?.type;
  };

  it.each(['text/x-a', 'image/png', 'application/pdf', 'chemical/x-pdb', 'x-world/x-vrml'])(
    'may be %s, however it is written',
    async (type) => {
      expect(await typeOf(type)).toBe(type);
      expect(await typeOf(` "${type.toUpperCase().replace('/', ' / ')}"`)).toBe(type);
    },
  );

  it('that is none says nothing of a file, and of a text whether it is HTML', async () => {
    for (const type of ['pdf', 'foo/bar', 'application', '.pdf'])
      expect([type, await typeOf(type)]).toEqual([type, 'application/octet-stream']);
    const textOf = async (type: string) =>
      (await readMail(aMail({ 'Content-Type': type }, '<p>Oi</p>'))).text;
    expect([await textOf('html'), await textOf('text')]).toEqual(['Oi', '<p>Oi</p>']);
  });
});

describe('a mail in a mail', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? 'Content-Type: text/plain\r\n\r\nO mais fundo'
      : [
          `Content-Type: message/rfc822\r\n\r\nFrom: a${depth}@x.com\r\nDate: ontem`,
          `To: b@x.com\r\nSubject: Nível ${depth}/`,
          nested(depth - 1),
        ].join('\r\n');
  const read = async (depth: number) => {
    const [headers = '', ...body] = nested(depth).split('\r\n\r\n');
    const type = headers.replace('Content-Type: ', '');
    return readMail(aMail({ 'Content-Type': type }, body.join('\r\n\r\n')));
  };

  it('is read under its sender, date, subject and recipient, and is a file, three deep', async () => {
    const { text, attachments } = await read(1);
    expect(text).toBe(
      '---------- Mensagem encaminhada ----------\nDe: a1@x.com\nData: ontem\nAssunto: Nível 1/\nPara: b@x.com\n\nO mais fundo',
    );
    expect(attachments).toMatchObject([{ name: 'Nível 1.eml', type: 'message/rfc822' }]);
    expect((await read(3)).text).toContain('O mais fundo');
    const long = `Subject: ${'a'.repeat(600)}\r\n\r\nOi`;
    const cut = await readMail(aMail({ 'Content-Type': 'message/rfc822' }, long));
    expect(cut.text.split('\n')[1]).toBe(`Assunto: ${'a'.repeat(500)}`);
    expect(cut.attachments).toMatchObject([{ name: `${'a'.repeat(100)}.eml` }]);
    const deepest = await read(4);
    expect(deepest.text).not.toContain('O mais fundo');
    expect(deepest.text.match(/De: a\d/g)).toEqual(['De: a4', 'De: a3', 'De: a2']);
  });
});
