import { encode } from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../../server/inbound/read/addresses.ts';
import { aMail, aMailWith } from '../mails.ts';
import { readMail } from './reading.ts';

describe('the subject of a mail', () => {
  it('says whether it passes another mail on', async () => {
    const isForward = async (Subject: string) => (await readMail(aMail({ Subject }))).isForward;
    for (const start of ['Fw:', 'FWD :', 'Enc:', 'RV:', 'tr:', 'WG:', 'I:', '[Fwd:', '[ENC]'])
      expect([start, await isForward(`${start} Recibo`)]).toEqual([start, true]);
    for (const start of ['Re: Fwd:', 'Encerrar:', 'Fwdx:', 'Tri:', 'II:', 'Recibo'])
      expect([start, await isForward(`${start} Recibo`)]).toEqual([start, false]);
  });

  it('has no characters that change how a list shows it', async () => {
    const Subject = '=?utf-8?Q?fatura=E2=80=AE_gpj=E2=80=8B=00.exe?=';
    expect((await readMail(aMail({ Subject }))).subject).toBe('fatura gpj .exe');
  });
});

describe('the text of a mail', () => {
  const parts = (plain: string, html: string) =>
    readMail(
      aMail(
        { 'Content-Type': 'multipart/alternative; boundary=limite' },
        [
          '--limite\r\nContent-Type: text/plain; charset=utf-8\r\n',
          plain,
          '--limite\r\nContent-Type: text/html; charset=utf-8\r\n',
          html,
          '--limite--',
        ].join('\r\n'),
      ),
    );

  it('is that of its text part, or of its HTML if the text part is empty', async () => {
    expect((await parts('do texto', '<p>do HTML</p>')).text).toBe('do texto');
    expect((await parts(' ', '<p>do HTML</p>')).text).toBe('do HTML');
    expect((await parts(' ', ' ')).text).toBe('');
  });

  it('is that of its HTML alone if its text part says that there is HTML, else of both', async () => {
    const html = '<p>Não recebi a edição</p>';
    const alone = 'Não recebi a edição';
    for (const stub of ['Abra no navegador', 'Para visualizar'])
      expect([stub, (await parts(stub, html)).text]).toEqual([stub, alone]);
    for (const other of ['Segue a nota', 'HTML '.repeat(101).trim()])
      expect((await parts(other, html)).text).toBe(`${other}\n\n${alone}`);
  });

  it('is in the charset that its HTML says, unless its headers say one', async () => {
    const read = async (type: string) => {
      const head = aMail({ 'Content-Type': type }, '<meta charset="windows-1251"><p>');
      return (await readMail(Buffer.concat([head, encode('Привет', 'windows-1251')]))).text;
    };
    expect(await read('text/html')).toBe('Привет');
    expect(await read('text/html; charset=windows-1252')).toBe('Ïðèâåò');
  });

  it('has 100 000 characters at most, and no control characters', async () => {
    const line = `${'a'.repeat(99)}\r\n`;
    const { text } = await readMail(aMail({}, `\u0000\u001b${line.repeat(1_100)}`));
    expect(text).toBe('a'.repeat(99).concat('\n').repeat(1_000).trim());
  });

  it('is that behind a large image, and says if something was cut', async () => {
    const html = (before: number, after = 0) =>
      readMail(
        aMail(
          { 'Content-Type': 'text/html' },
          `<p>Olá</p>\r\n<img src="data:image/png;base64,${'A'.repeat(before)}">\r\n<p>Não veio</p>${'<!-- -->'.repeat(after)}`,
        ),
      );
    const text = expect.stringMatching(/^Olá\s+Não veio$/);
    expect(await html(450_000)).toMatchObject({ text, isCut: false });
    // A mebibyte of texts is read.
    expect(await html(1_048_700)).toMatchObject({ text: 'Olá', isCut: true });
    expect(await html(0, 26_000)).toMatchObject({ isCut: true });
    expect(await readMail(aMail({}, 'a '.repeat(50_001)))).toMatchObject({ isCut: true });
    expect(await readMail(aMail({}, 'a '.repeat(50_000)))).toMatchObject({ isCut: false });
  });

  it('is as it came if it is not in base64 though it says so', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Content-Transfer-Encoding': 'BASE64' };
    const textOf = async (body: string) => (await readMail(aMail(headers, body))).text;
    expect(await textOf('Bom dia\r\nNao recebi a edicao de hoje')).toBe(
      'Bom dia\nNao recebi a edicao de hoje',
    );
    for (const text of ['Hello', 'Tsc/byByZWNlYmk=\nEnviado por mim'])
      expect(await textOf(text.replace('\n', '\r\n'))).toBe(text);
    // A server on the way put its own line below.
    expect(await textOf('Tsc/byByZWNlYmkgYSBlZGnDp8Ojbw==\r\n-- \r\nVerificado')).toContain(
      'recebi',
    );
  });
});

describe('the parts of a mail', () => {
  it('stores parts as files unchanged, however long their text is', async () => {
    const contents = Buffer.alloc(1_100_000, 'a,b\r\n');
    const mail = await readMail(aMailWith([{ name: 'lista.csv', type: 'text/csv', contents }]));
    expect([mail.isCut, mail.attachments[0]?.contents]).toEqual([false, contents]);
  });

  it('are its key, people, references and attachments', async () => {
    const mail = await readMail(
      aMailWith([{ name: 'nota.txt', type: 'Text/Plain', contents: Buffer.from('nota') }], {
        From: '"Ana  Lima" <ANA@Exemplo.com.br>',
        To: 'Suporte@leitor.example, dois@leitor.example',
        Cc: 'Tres@leitor.example',
        Subject: 'Uma\r\n  linha',
        'Message-ID': '<um@exemplo.com.br>',
        References: '<a@x> <b@x>',
        'In-Reply-To': '<c@x> <b@x>',
      }),
    );
    expect(mail).toMatchObject({
      dedupeKey: '<um@exemplo.com.br> ana@exemplo.com.br',
      mailId: '<um@exemplo.com.br>',
      sender: { address: 'ana@exemplo.com.br', name: 'Ana Lima' },
      recipients: ['suporte@leitor.example', 'dois@leitor.example', 'tres@leitor.example'],
      subject: 'Uma linha',
      references: ['<b@x>', '<c@x>', '<a@x>'],
      attachments: [{ name: 'nota.txt', type: 'text/plain', contents: Buffer.from('nota') }],
    });
  });

  it.each([
    ['others in To and Cc', 'Suporte@leitor.example, Dois <dois@x.com>', 'tres@x.com'],
    ['us in Cc', '"Dois" <dois@x.com>', 'tres@x.com, Leitor <suporte@leitor.example>'],
    [
      'one who is named twice',
      'suporte@leitor.example, Dois <DOIS@x.com>',
      'dois@x.com, tres@x.com',
    ],
    [
      'the sender',
      'suporte@leitor.example, dois@x.com',
      'ana@exemplo.com.br, tres@x.com, ana+eu@exemplo.com.br',
    ],
    [
      'a group',
      'Equipe: suporte@leitor.example, Dois <dois@x.com>, tres@x.com;',
      'undisclosed-recipients:;',
    ],
  ])('name who else got it: %s', async (_, To, Cc) => {
    const { cc } = await readMail(aMail({ To, Cc }));
    expect(cc.map(({ address }) => address)).toEqual(['dois@x.com', 'tres@x.com']);
  });

  it('lists only the people that the mail was sent to', async () => {
    for (const To of ['suporte@leitor.example', 'undisclosed-recipients:;', '']) {
      expect((await readMail(aMail({ To, Cc: 'Equipe:;' }))).cc, To).toEqual([]);
    }
    const To = Array.from({ length: 60 }, (_, n) => `a${n}@x.com`).join(', ');
    expect((await readMail(aMail({ To }))).cc).toHaveLength(50);
  });

  it('are apart if spaces follow some boundaries, or the type of the whole is that of a part', async () => {
    const body = [
      '--b',
      'Content-Type: text/plain\r\n\r\nUm\r\n-- \r\nAna',
      '--b \t',
      'Content-Type: text/plain\r\n\r\nDois',
      '--b--  ',
    ].join('\r\n');
    for (const type of ['multipart/mixed', 'text/html']) {
      const mail = await readMail(aMail({ 'Content-Type': `${type}; boundary="b"` }, body));
      expect(mail.text).toBe('Um\n-- \nAna\n\nDois');
    }
  });

  it('are apart if their boundary is not the declared one, unless no header follows it', async () => {
    const textOf = async (body: string) =>
      (await readMail(aMail({ 'Content-Type': 'multipart/mixed; boundary=a' }, body))).text;
    const parts = ['--b \t\r\ncontent-type: text/plain', '\r\nUm\r\n--b--'].join('\r\n');
    for (const body of [parts, `Oi\r\n${parts}`, parts.replaceAll('\r', '')])
      expect([body, await textOf(body)]).toEqual([body, 'Um']);
    const without = parts.replace('content-', 'x-');
    expect(await textOf(without)).toBe(without.replaceAll('\r', ''));
  });

  it('are also those that a program wrote into the text (uuencode)', async () => {
    const cat = (mode: string) => `begin ${mode} gato.txt\r\n#0V%T\r\n\`\r\nend\r\n`;
    const cats = `${cat('644')}${cat('0755')}`;
    const { text, attachments } = await readMail(aMail({}, `Segue o gato.\r\n\r\n${cats}Ana`));
    expect(text).toBe('Segue o gato.\n\nAna');
    const file = { name: 'gato.txt', type: 'text/plain', inline: false };
    expect(attachments).toMatchObject([file, file]);
    for (const { contents } of attachments) expect(Buffer.from(contents).toString()).toBe('Cat');
    for (const body of [
      'begin 644 nada',
      'begin 644 a\n#0V%T',
      'begin 644 a\nisto não é um arquivo\nend',
      'begin 644 a\nbegin 644 b\n#0V%T\nand so on, and on and on and on\nend',
    ]) {
      const mail = await readMail(aMail({}, body.replaceAll('\n', '\r\n')));
      expect({ text: mail.text, files: mail.attachments }).toEqual({ text: body, files: [] });
    }
  });

  it('cuts off endless nested parts', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `<${index}@x>`);
    const name = 'a'.repeat(130);
    const endless = aMail({
      From: `${name} <ana@exemplo.com.br>`,
      References: ids.join('\r\n '),
      'Message-ID': `<${'m'.repeat(600)}@exemplo.com.br>`,
    });
    const mail = await readMail(endless);
    expect(mail.references).toEqual(ids.toReversed().slice(0, 50));
    expect(mail.sender).toMatchObject({ name: 'a'.repeat(120) });
    expect(mail.dedupeKey).toBeUndefined();
    const headOf = (bytes: number) =>
      readMail(aMail({ To: 'a'.repeat(bytes - aMail({ To: '' }, '').length) }));
    await headOf(131_072);
    expect(() => headOf(131_073)).toThrow('header');
    expect(addressesIn('a@b.cd,'.repeat(3_000))).toHaveLength(2_857);
    const longAddress = { From: `${'a'.repeat(250)}@exemplo.com.br` };
    expect((await readMail(aMail(longAddress))).sender).toBe('no-sender');
  });
});
