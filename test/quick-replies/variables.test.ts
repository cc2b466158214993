import { describe, expect, it } from 'vitest';
import { fillVariables } from '../../server/quick-replies/variables.ts';

const values = {
  nome: 'Rui <b>Alves</b>',
  primeiro_nome: '',
  ticket: '7',
  newsletter: undefined,
  atendente: 'Bia',
};

describe('the variables of a reply', () => {
  it('become their values, escaped, also with spaces in the braces', () => {
    expect(fillVariables('{{nome}}: {{ ticket }}', values)).toEqual({
      html: 'Rui &lt;b&gt;Alves&lt;/b&gt;: 7',
      missing: [],
    });
  });

  it('stay inside the attribute that holds them', () => {
    const quoting = { ...values, nome: `Ana "Nina" d'Ávila` };
    const { html } = fillVariables(`<a href="/?n={{nome}}">a</a><a href='/?n={{nome}}'>`, quoting);
    expect(html).toMatch(/^<a href="[^"]+">a<\/a><a href='[^']+'>$/);
  });

  it('stay, and are named once each, if they are unknown or their value is blank or missing', () => {
    const html = '{{primeiro_nome}} {{newsletter}} {{cupom}} {{cupom}}';
    expect(fillVariables(html, values)).toEqual({
      html,
      missing: ['primeiro_nome', 'newsletter', 'cupom'],
    });
  });
});
