import { describe, expect, it } from 'vitest';
import { fold } from './reading.ts';

const nothingFolded = { folded: undefined, unsent: undefined };

describe('the words of an introduction', () => {
  const quoted = 'Reenviamos a edição de hoje.';
  const unsentOf = (introduction: string) => fold(`Chegou!\n\n${introduction}\n${quoted}`).unsent;
  const headers = {
    from: 'De',
    date: 'Data',
    to: 'Para',
    subject: 'Assunto',
  };
  const values = {
    from: 'Leitor <suporte@leitor.example>',
    date: '10/03/2026 11:40',
    to: 'Ana <ana@exemplo.com.br>',
    subject: 'Re: Ajuda',
  };
  type Name = keyof typeof headers;
  const block = (labels: Record<Name, string>, more = '') =>
    `${(['from', 'date', 'to', 'subject'] as const).map((name) => `${labels[name]}: ${values[name]}`).join('\n')}\n${more}`;

  it.each(['wrote', 'escreveu', 'ha scritto', 'napisał(a)', 'пишет'])(
    'may be a sentence with the verb %s',
    (verb) => {
      const twice = `${values.from}<mailto:suporte@leitor.example>`;
      const sentence = `On 10/03/2026 11:40, ${values.from} ${verb}:`;
      for (const written of [
        sentence,
        sentence.toUpperCase(),
        `Em 10/03/2026 11:40, ${twice} ${verb}:`,
        `${twice} ${verb} em 10/03/2026 11:40:`,
        `${sentence.slice(0, -1)} --`,
        `--- Em 10/03/2026 11:40, suporte@leitor.example ${verb} ---`,
      ]) {
        expect([written, unsentOf(written)]).toEqual([written, quoted]);
      }
    },
  );

  it('may have a date behind the verb, or a time and by whom', () => {
    for (const at of ['em ', 'on ', 'el ', 'no dia ', 'às ', 'at ', 'am ', 'den ', 'op ', '('])
      expect([at, unsentOf(`${values.from} wrote ${at}10/03/2026 11:40:`)]).toEqual([at, quoted]);
    expect(unsentOf(`${values.from} wrote de 10/03/2026 11:40:`)).toBeUndefined();
    for (const by of ['por', 'by', 'par', 'von', 'da', 'de', 'from'])
      for (const zone of ['', ' AM', ' BRT', ' GMT-03:00', ' UTC+1', ' -0300', '+1']) {
        const written = `10/03/2026, 11:40${zone} ${by} suporte@leitor.example:`;
        expect([written, unsentOf(written)]).toEqual([written, quoted]);
      }
  });

  it.each(['On 10/03/2026', 'Na ter, 10/03/2026', '2026-03-10', '-- On 10/03/2026'])(
    'may begin with %s on the line below a sentence',
    (start) => {
      const found = fold(`Chegou sim\n${start} 11:40, ${values.from} wrote:\n> ${quoted}`);
      expect(found).toMatchObject({ visible: 'Chegou sim', unsent: quoted });
    },
  );

  it.each(['isto', 'chegou', 'me', 'uma', 'the'])(
    'are told from a person’s sentence by %s',
    (word) => {
      const sentence = (between: string) =>
        unsentOf(`Em 10/03/2026 às 11:40 ${between} Leitor <suporte@leitor.example> escreveu:`);
      expect([sentence(word), sentence('Bia')]).toEqual([undefined, quoted]);
    },
  );

  it.each(['eu', 'você', 'she', 'ella'])('are no program’s if the name is %s', (pronoun) => {
    const folded = (name: string) =>
      fold(`Oi\n\nEm 10/03/2026 11:40, ${name} escreveu:\n> Oi`).folded !== undefined;
    expect([folded(pronoun), folded('ana')]).toEqual([false, true]);
  });

  it('have a day or a time, however that is written', () => {
    const found = (date: string) => [
      fold(`Oi\n\nEm ${date}, Leitor escreveu:\n> Oi`).folded !== undefined,
      unsentOf(block(headers).replace(values.date, date)) === quoted,
    ];
    for (const time of ['ter 11:40', 'ter 11h40', 'ter 11.40', '10/03/26 9:40'])
      expect([time, ...found(time)]).toEqual([time, true, true]);
    for (const day of ['10/03/1999', '10/03/2026', '1-3-26', '10.03.2026'])
      expect([day, ...found(day)]).toEqual([day, true, false]);
    for (const other of ['ter 11.40.1', 'ter', '10/03'])
      expect([other, ...found(other)]).toEqual([other, false, false]);
    for (const verbFirst of ['am 10.03.2026 schrieb', 'op 10-03-2026 schreef', 'den 1/3/26 SKREV'])
      expect(fold(`Oi\n\n${verbFirst} Leitor:\n> Oi`).visible).toBe('Oi');
  });

  it.each([
    'Original Message',
    'Mensagem original',
    'Reply message',
    'Ursprüngliche Nachricht',
    'Message d’origine',
  ])('may be the title %s', (title) => {
    expect(unsentOf(`-----${title}-----`)).toBe(quoted);
  });

  it.each<[Name, string]>([
    ['from', 'Von|Från|发件人'],
    ['date', 'Sent at|Enviado(s)|Enviada às|Envoyé le|Дата'],
    ['to', 'An|À|收件人'],
    ['subject', 'Betreff|Ämne|主题'],
  ])('may be headers, in any language: %s', (name, labels) => {
    for (const label of labels.split('|')) {
      expect([label, unsentOf(block({ ...headers, [name]: label }))]).toEqual([label, quoted]);
    }
    expect(unsentOf(block({ ...headers, [name]: 'Xyz' }))).toBeUndefined();
  });

  it('accepts headers in capitals, with wide colons, quoted or without colons', () => {
    const whole = block(headers, 'Cc: Bia\n');
    const quotedBlock = `${whole}\n${quoted}`.replaceAll(/^/gm, '> ');
    expect(unsentOf(whole.toUpperCase())).toBe(quoted);
    expect(unsentOf(whole.replaceAll(/: /g, '：'))).toBe(quoted);
    expect(fold(`Chegou!\n\n${quotedBlock}`)).toMatchObject({ folded: quotedBlock });
    const rule = '________________________________\n';
    expect(fold(`Chegou!\n\n${rule}\n${whole}\n${quoted}`).visible).toBe('Chegou!');
    const timeless = block(headers).replace(values.date, 'terça');
    expect([unsentOf(`${rule}${timeless}`), unsentOf(timeless)]).toEqual([quoted, undefined]);
    const withLine = (line: string) => unsentOf(whole.replace('Para', `${line}\nPara`));
    expect([withLine('Cc: Bia'), withLine('Bia')]).toEqual([quoted, undefined]);
    expect(unsentOf(`${block(headers)}De: Bia`)).toBe(`De: Bia\n${quoted}`);
    const long = (length: number) =>
      unsentOf(whole.replace(values.to, 'ana@x.example;'.padEnd(length - 'Para: '.length, 'x')));
    expect([long(400), long(401)]).toEqual([quoted, undefined]);
    const bare = `From "Leitor" <suporte@leitor.example>\nTo ana@x.example\nSubject Ajuda\n`;
    expect(unsentOf(`------ ORIGINAL MESSAGE ------\n${bare}`)).toBe(quoted);
  });

  it('may have other headers below', () => {
    for (const label of ['Cc', 'Copie à', 'Responder para', 'Anexos']) {
      expect([label, unsentOf(block(headers, `${label}: Bia\n`))]).toEqual([label, quoted]);
    }
  });

  it.each([
    '---- Forwarded message ----',
    'INÍCIO DA MENSAGEM ENCAMINHADA:',
    'Inicio del mensaje reenviado:',
  ])('introduce nothing below %s', (line) => {
    const text = `Vejam:\n\n${line}\n\n${block(headers)}\n${quoted}`;
    expect(fold(text)).toEqual({ visible: text, ...nothingFolded });
  });
});
