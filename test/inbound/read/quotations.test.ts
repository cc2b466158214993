import { describe, expect, it } from 'vitest';
import { introductions } from './introductions.ts';
import { fold } from './reading.ts';

const nothingFolded = { folded: undefined, unsent: undefined };

describe('the introduction of a quotation', () => {
  it.each(Object.entries(introductions))('of %s folds what follows', (_, introduction) => {
    const quoted = introduction.replace(/Q$/, 'Reenviamos a edição de hoje.');
    const found = fold(`Chegou, obrigada!\n\n${quoted}`);
    expect(found.visible.replace(/\n\nEnviado do meu iPhone$/, '')).toBe('Chegou, obrigada!');
    expect(found.folded).toContain('Reenviamos a edição de hoje.');
    expect(found.unsent).toBe('Reenviamos a edição de hoje.');
  });

  it('folds what follows if the empty lines have blanks', () => {
    const text = 'Chegou!\n\nEm 10/03/2026 11:40, Leitor escreveu:\n\n> Oi\n\n-- \nAna';
    for (const blank of [' ', '\t', '\u00a0']) {
      const padded = text.replaceAll('\n\n', `\n${blank}\n`);
      expect(fold(padded)).toMatchObject({ visible: 'Chegou!', folded: expect.any(String) });
    }
  });
});

describe('a quotation', () => {
  it.each([
    '-- \nAna Lima\nRua 7',
    '_______________________________________________\nLista mailing list\nlista@x.example',
    '-- \nVocê recebeu essa mensagem porque está inscrito no grupo "Leitores".',
  ])('is folded with what a program writes below it: %s', (below) => {
    const quoted = `Em 10/03/2026 11:40, Leitor escreveu:\n> Oi\n\n${below}`;
    expect(fold(`Chegou!\n\n${quoted}`)).toMatchObject({ visible: 'Chegou!', folded: quoted });
  });

  it.each([
    'Enviado do meu iPhone',
    'Enviado a partir do Outlook',
    'Sent from Yahoo Mail',
    'Obtenha o Outlook',
  ])('is folded with the line of a program below it: %s', (line) => {
    const quoted = `Em 10/03/2026 11:40, Leitor escreveu:\n> Oi\n\n${line}`;
    expect(fold(`Chegou!\n\n${quoted}`)).toMatchObject({ visible: 'Chegou!', folded: quoted });
    const other = quoted.replace(line, 'Enviado ontem');
    expect(fold(`Chegou!\n\n${other}`).folded).toBeUndefined();
  });

  it('ends with a signature of nineteen lines at most', () => {
    const foldedOf = (lines: number) => {
      const signature = Array(lines).fill('Ana').join('\n');
      const text = `Oi\n\nEm 10/03/2026 11:40, Leitor escreveu:\n> Oi\n\n-- \n${signature}`;
      return fold(text).visible === 'Oi';
    };
    expect([foldedOf(19), foldedOf(20)]).toEqual([true, false]);
  });

  it('is introduced by a sentence of four lines at most, or by headers of fourteen', () => {
    const sentence = (...lines: string[]) =>
      fold(`Oi\n\n${lines.join('\n')} <suporte@leitor.example> escreveu:\n> Oi`).visible === 'Oi';
    expect(sentence('Em 10/03/2026', '11:40,', 'Leitor', 'Manhã')).toBe(true);
    expect(sentence('Em 10/03/2026', '11:40,', 'Leitor', 'da', 'Manhã')).toBe(false);
    const headers = (others: number) => {
      const to = `Para: Ana <ana@exemplo.com.br>\n${'<bia@exemplo.com.br>;\n'.repeat(others)}`;
      const block = `De: Leitor\nData: 10/03/2026 11:40\n${to}Assunto: Ajuda`;
      return fold(`Oi\n\n${block}\n\nReenviamos.`).visible === 'Oi';
    };
    expect([headers(10), headers(11)]).toEqual([true, false]);
  });

  it('begins with its own introduction, not with a date above it', () => {
    const quoted = 'Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\n> Oi';
    const written = 'No dia 5 de março de 2026 paguei.';
    expect(fold(`${written}\n${quoted}`)).toMatchObject({ visible: written, folded: quoted });
  });
});

describe('what a reader wrote', () => {
  it.each([
    ['a rule of dashes', 'Dois pedidos:\nPrimeiro, trocar.\n---\nSegundo, cancelar.'],
    [
      'De, Para, Assunto and Data',
      'Recebi isto:\nDe: loja@x.example\nPara: mim\nAssunto: Cobrança\nData: 01/12/2026\nÉ de vocês?',
    ],
    [
      'what somebody wrote to them',
      'Oi.\n\nNo dia 10/03/2026 às 11:40 a atendente Bia <bia@x.example> me escreveu:\nVamos devolver.',
    ],
    [
      'how they move',
      'Oi.\n\nData: 10/03/2026 11:40\nDe: São Paulo\nPara: Recife\nAssunto: mudança\n\nPodem mudar?',
    ],
    [
      'a citation of a day',
      'Oi.\n\nEm 10/03/2026 11:40, vocês escreveram:\n> O Banco Central subiu.',
    ],
    [
      'a quoted introduction above what is not quoted',
      'Oi\n\n> Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\nReenviamos.',
    ],
    ['a citation', 'A edição dizia:\n> O Banco Central subiu os juros.'],
    [
      'a mail that is passed on',
      'Vejam:\n\n---------- Forwarded message ---------\nDe: Loja <loja@x.example>\nDate: ter., 10 de mar. de 2026 às 11:40\nSubject: Recibo\nTo: <ana@exemplo.com.br>\n\nValor: 29 reais',
    ],
    [
      'a mail that an iPhone passes on',
      'Vejam:\n\nInício da mensagem encaminhada:\n\nDe: Loja <loja@x.example>\nAssunto: Recibo\nData: 10 de março de 2026 11:40:00 BRT\nPara: ana@exemplo.com.br\n\nValor: 29 reais',
    ],
    [
      'nothing but a quotation',
      'Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\n> Oi',
    ],
  ])('stays, such as %s', (_, text) => {
    expect(fold(text)).toEqual({ visible: text, ...nothingFolded });
  });

  it('stays below the headers of a mail that it passes on', () => {
    const text = `Vejam:\n\n${introductions['Outlook in Portuguese']}`;
    expect(fold(text, { isForward: true })).toEqual({ visible: text, ...nothingFolded });
    const ours = 'Reenviamos a edição de hoje.';
    const answer = text.replace(/Q$/, ours);
    expect(fold(answer, { isForward: true, sent: [ours] }).visible).toBe('Vejam:');
  });

  it.each([
    'Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\n> Qual é o e-mail?\nana@exemplo.com.br\n> E o pedido?\n123',
    'Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\n> Qual é o e-mail?\n\nÉ ana@exemplo.com.br',
  ])('stays with the questions that it answers: %s', (text) => {
    expect(fold(text)).toEqual({ visible: text, ...nothingFolded });
  });
});

describe('what somebody pasted', () => {
  const block = (from: string) =>
    `De: ${from}\nEnviado: quarta-feira, 25 de novembro de 2026 10:00\nPara: ana@x.example\nAssunto: Aviso\n\nPague.`;
  const other = block('"suporte@leitor.example" <cobranca@golpe.example>');
  const ours = block('Leitor <suporte+t1.abc@leitor.example>');
  const sentence = (by: string) => `Em 25/11/2026 10:00, ${by} escreveu:\n`;
  const fresh = { isAnswer: false, subject: 'É golpe?' };

  it.each([
    ['a mail of somebody else', `Chegou isto\n\n${other}\n\nÉ de vocês?`],
    ['one below a title', `Chegou isto\n\n-----Mensagem original-----\n${other}\n\nÉ de vocês?`],
    ['one in quotes', `É de vocês?\n\n${sentence('Loja <a@loja.example>')}> Pague.`],
    ['one of nobody', `${sentence('Loja')}> Pague.`],
    ['a mail of ours above a question', `Chegou isto\n\n${ours}\n\nÉ de vocês?`],
    [
      'what a form says',
      `Contato\n\n${block('Ana <ana@x.example>').replace('ana@x.example\nA', 'suporte@leitor.example\nA')}`,
    ],
  ])('into a mail that answers nothing stays: %s', (_, text) => {
    expect(fold(text, fresh)).toMatchObject({ visible: text, folded: undefined });
  });

  it.each([
    ['in quotes', `${sentence('Leitor <suporte@leitor.example>')}> Reenviamos.`, fresh],
    ['below headers', ours, { ...fresh, subject: 'RES: Aviso' }],
  ])('is told from a quotation of ours %s', (_, quoted, evidence) => {
    expect(fold(`Chegou!\n\n${quoted}`, evidence)).toMatchObject({ folded: quoted });
  });

  it.each([
    ['a mail of somebody else', other],
    ['one with another subject', block('Cobrança')],
    ['a mail of ours that it announces', `Vocês disseram:\n${ours}`],
  ])('into an answer stays, up to what it quotes of ours: %s', (_, pasted) => {
    const quoted = `${sentence('Leitor <suporte@leitor.example>')}> Qual mensagem?`;
    const written = `É esta.\n\n${pasted}\n\nDevo pagar?`;
    expect(fold(written)).toMatchObject({ folded: undefined });
    expect(fold(`${written}\n\n${quoted}`)).toMatchObject({ visible: written, folded: quoted });
    const sent = ['Reenviamos a edição de hoje, Ana.'];
    const text = `${written}\n\n${ours.replace('Pague.', `${sent}`)}`;
    expect(fold(text, { sent }).visible).toBe(written);
  });
});

describe('a pasted mail of somebody else', () => {
  const stock = 'Obrigado pelo seu contato.';
  const ours = `${stock}\n\nReenviamos a edição de hoje para o seu endereço.`;
  const headers =
    'De: Loja <a@loja.example>\nEnviado: 10/03/2026 11:40\nPara: ana@x.example\nAssunto: Brinde';

  it.each([
    ['has a phrase of ours', `${stock}\n\nO brinde é da Leitor.`, ''],
    ['ends in a phrase of ours', `O brinde é da Leitor.\n\n${stock}`, ''],
    ['is above our mail', 'O brinde é da Leitor.', `\n\n${ours}`],
  ])('stays with the question below it if it %s', (_, pasted, quoted) => {
    const written = `Vejam.\n\n${headers}\n\n${pasted}\n\nÉ de vocês?`;
    expect(fold(`${written}${quoted}`, { sent: [ours] }).visible).toBe(written);
  });
});

describe('the text of a mail of ours', () => {
  const ours =
    'Olá, Ana! Reenviamos a edição de hoje para o seu endereço.\nQual é o número do seu pedido?\nEquipe Leitor';

  it('is a quotation without an introduction, however it is wrapped and marked', () => {
    for (const mark of ['', '> ', '| ']) {
      const quoted = `${mark}Olá, Ana! Reenviamos a edição de hoje para o\n${mark}seu endereço.\n${mark}Qual é o número do seu pedido?\n${mark}Equipe Leitor`;
      expect(fold(`Chegou!\n\n${quoted}`, { sent: [ours] })).toEqual({
        visible: 'Chegou!',
        folded: quoted,
        unsent: undefined,
      });
    }
  });

  it('recognises a quotation of ours from five words on', () => {
    const sent = ['um dois três quatro cinco seis'];
    expect(fold('Oi\n\num dois três quatro', { sent })).toMatchObject(nothingFolded);
    expect(fold('Oi\n\num dois três quatro cinco', { sent }).visible).toBe('Oi');
  });

  it('is left out of what searches find; what it quotes of others is not', () => {
    const text = `Chegou!\n\n${introductions['Outlook in Portuguese']?.replace(/Q$/, ours)}\n\nA cobrança veio em dobro.`;
    expect(fold(text, { sent: [ours] })).toMatchObject({
      visible: 'Chegou!',
      unsent: 'A cobrança veio em dobro.',
    });
  });

  it('is folded below, although somebody answered between lines of it above', () => {
    const answered = `${ours.split('\n')[0]}\nNão recebi nada ainda.\n${ours.split('\n')[1]}\n123`;
    const quoted = `Em 10/03/2026 11:40, Leitor <suporte@leitor.example> escreveu:\n${ours}`;
    expect(fold(`${answered}\n\n${quoted}`, { sent: [ours] })).toMatchObject({
      visible: answered,
      folded: quoted,
    });
  });

  it('keeps our quoted text if somebody answered between its lines', () => {
    const answered = `${introductions['Outlook in Portuguese']?.replace(/Q$/, '')}Olá, Ana! Reenviamos a edição de hoje para o seu endereço.\nNão recebi nada ainda.\nQual é o número do seu pedido?\n123`;
    const text = `Respondo abaixo.\n\n${answered}`;
    expect(fold(text, { sent: [ours] })).toEqual({ visible: text, ...nothingFolded });
  });
});
