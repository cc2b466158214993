import { describe, expect, it } from 'vitest';
import { plainText } from '../../server/markup/text.ts';
import { forwardSubject, htmlDocument, replySubject } from '../../server/outbox/message.ts';

describe('the subject of a reply', () => {
  it.each([
    ['Oi', 'Re: Oi'],
    ['RE: re :Re: Oi', 'Re: Oi'],
    [' Oi\r\n\ttudo\u200b bem ', 'Re: Oi tudo bem'],
  ])('of %j is %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected);
  });
});

describe('the subject of a forward', () => {
  it.each([
    ['ENC: fw :Fwd: enc:Oi', 'Enc: Oi'],
    ['Re: Enc: Oi', 'Enc: Re: Enc: Oi'],
    [' Oi\r\n\ttudo\u200b bem ', 'Enc: Oi tudo bem'],
  ])('of %j is %j', (subject, expected) => {
    expect(forwardSubject(subject)).toBe(expected);
  });
});

describe('the text of a mail', () => {
  it('renders headings, links once, and lines of 78 characters in plain text', () => {
    const html =
      '<h1>Olá, Ana</h1><h6>Até já</h6><p><a href="https://a.example/">https://a.example/</a> <a href="https://b.example/">aqui</a></p>';
    expect(plainText(html)).toMatch(
      /^Olá, Ana\s+Até já\s+https:\/\/a\.example\/ aqui \[https:\/\/b\.example\/\]$/,
    );
    const lines = plainText(`<p>${'palavra '.repeat(40)}</p>`).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBe(71);
    expect(lines).toHaveLength(5);
  });

  it('wraps the HTML part in a whole document', () => {
    expect(htmlDocument('<p>Olá</p>')).toMatch(
      /^<!doctype html>\n<html lang="pt-BR">.*<body>\n<p>Olá<\/p>\n<\/body><\/html>\n$/,
    );
  });
});
