import { describe, expect, it } from 'vitest';
import { findUnfinished } from '../../server/replies/problems.ts';

describe('an unfinished reply', () => {
  it.each([
    '<p>Olá, [Nome do cliente]!</p>',
    '<p>Abraços,<br>[Seu nome]</p>',
    '<p>Olá, {{ nome }}</p>',
    '<p>Olá, {primeiro_nome}</p>',
    '<p>Olá, <nome do cliente></p>',
    '<p>Olá, &lt;&lt;nome&gt;&gt;</p>',
    '<p>Olá, %NOME%</p>',
    '<p>O estorno vai para o cartão [número]</p>',
    '<p>Prazo: [inserir prazo]</p>',
    '<p>Vence em XX/XX/XXXX</p>',
    '<p>Pedido ____</p>',
  ])('has something to fill in: %s', (html) => {
    expect(findUnfinished(html)).toEqual(['html: tem um texto por preencher.']);
  });

  it.each([
    '<think>Vou negar.</think><p>Oi</p>',
    '&lt;reasoning&gt;Vou negar.&lt;/reasoning&gt;Oi',
    '</think><p>Oi</p>',
    '<p>Raciocínio: vou negar</p><p>Oi</p>',
    '<|channel|>final<p>Oi</p>',
  ])('has thoughts: %s', (html) => {
    expect(findUnfinished(html)).toEqual(['html: tem o seu raciocínio.']);
  });

  it.each([
    '<p>Olá **Ana**</p>',
    '<p>Veja:</p>\n- passo um\n- passo dois',
    '1. um\n2. dois',
    '# Olá',
    'Veja [aqui](https://leitor.example)',
    '<p>Use `código`</p>',
    '| a | b |\n|---|---|',
  ])('is Markdown: %s', (html) => {
    expect(findUnfinished(html)).toEqual(['html: tem Markdown.']);
  });

  it.each(['&lt;p&gt;Oi&lt;/p&gt;', '<p>Oi &amp;nbsp; você</p>', '&lt;a href="x"&gt;Oi'])(
    'has HTML as text: %s',
    (html) => expect(findUnfinished(html)).toEqual(['html: tem HTML escrito como texto.']),
  );

  it.each([
    '<p>Veja em <a href="mailto:equipe@leitor.example">equipe@leitor.example</a></p>',
    '<p>"[Newsletter] Edição 12", […]; clique em [Cancelar]</p>',
    '<ol>\n<li>Abra</li>\n<li>2 * 3 = 6 e 5 > 3</li>\n</ol><p>- um</p><p>- dois</p>',
    '<p>AT&amp;T, C#, nota_fiscal_2026.pdf; informe seu nome (nome completo)</p>',
  ])('is not one like %s', (html) => {
    expect(findUnfinished(html)).toEqual([]);
  });
});
