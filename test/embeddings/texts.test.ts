import { describe, expect, it } from 'vitest';
import { answerText, questionText, ticketVector } from '../../server/embeddings/question-text.ts';

describe('the text of a question that is embedded', () => {
  const of = (subject: string, text: string, requesterName: string | null = null) =>
    questionText({ subject, text, requesterName });

  it.each([
    ['Cobrança', 'Fui cobrado.', 'Cobrança. Fui cobrado.'],
    ['Ajuda!', 'Oi', 'Ajuda! Oi'],
    ['Quando?', 'Oi', 'Quando? Oi'],
    ['Então…', 'Oi', 'Então... Oi'],
    ['Assunto:', 'Oi', 'Assunto: Oi'],
    ['', 'Oi', 'Oi'],
    ['Só isto', '', 'Só isto.'],
    ['', '', '-'],
    ['<b>Oi</b>', '<p>Tudo <i>bem</i></p>', 'Oi. Tudo bem'],
  ])('of %j and %j is %j', (subject, text, expected) => {
    expect(of(subject, text)).toBe(expected);
  });

  it('has personal data masked and is cut', () => {
    expect(of('De Rui Braga', 'Sou Rui, rui@exemplo.com.br', 'Rui Braga')).toBe(
      'De [nome] [nome]. Sou [nome], [e-mail]',
    );
    const text = of('a'.repeat(400), 'b'.repeat(3_000));
    expect(text.match(/a/g)).toHaveLength(300);
    expect(text.match(/b/g)).toHaveLength(2_000);
  });
});

describe('the text of an answer that is embedded', () => {
  it('has personal data masked, and is empty without letters and digits', () => {
    const of = (answer: string) => answerText({ answer, requesterName: 'Rui Braga' });
    expect(of('<p>Olá, Rui! Ligue 3322-1100.</p>')).toBe('Olá, [nome]! Ligue [número].');
    expect(of('👍 …')).toBe('');
    expect(of('7')).toBe('7');
    expect(of('b'.repeat(3_000)).match(/b/g)).toHaveLength(2_000);
  });
});

describe('the vector of a settled ticket', () => {
  it('is that of its question, drawn by a half towards that of its answer', () => {
    expect(ticketVector([1, 0], [0, 1])).toEqual([0.894427, 0.447214]);
    expect(ticketVector([0.6, 0.8], undefined)).toEqual([0.6, 0.8]);
    expect(ticketVector([1, 0], [-2, 0])).toEqual([0, 0]);
  });
});
