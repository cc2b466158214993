import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskPersonalData } from '../../server/text/personal-data.ts';

describe('masking personal data', () => {
  it.each([
    ['Meu e-mail é joao.silva+news@exemplo.com.br, ok?', 'Meu e-mail é [e-mail], ok?'],
    ['JOÃO@EXEMPLO.COM', '[e-mail]'],
    ['Ligue (11) 91234-5678.', 'Ligue [número].'],
    ['whats +55 11 91234 5678', 'whats [número]'],
    ['fixo 3322-1100', 'fixo [número]'],
    ['CPF 123.456.789-09', 'CPF [número]'],
    ['cpf 12345678909', 'cpf [número]'],
    ['CNPJ 12.345.678/0001-90', 'CNPJ [número]'],
    ['cartão 4111 1111 1111 1111 vence 12/27', 'cartão [número] vence 12/27'],
    ['cartão 4111.1111.1111.1111', 'cartão [número]'],
    ['o pedido 48213 saiu', 'o pedido [número] saiu'],
    ['pedido nº BR-48213', 'pedido no [número]'],
    ['protocolo 1234567, de 2026', 'protocolo [número], de 2026'],
    ['RG 12.345.678-X', 'RG [número]'],
    ['rg: 1234567', 'rg: [número]'],
    ['12.345.678/0001-90', '[número]'],
    ['9f1b2c3d-e89b-42d3-a456-426614174abc', '[número]'],
    ['a 9F1B2C3DE89B42D3A456426614174ABC', 'a [número]'],
    ['12.345/6-7', '[número]'],
    ['rastreio AA123456789BR', 'rastreio [número]'],
    ['conta 12345-6, agência 0123', 'conta [número], agência [número]'],
    ['ana.lima arroba gmail ponto com', '[e-mail]'],
    ['ana (at) gmail (dot) com', '[e-mail]'],
    ['Moro na Rua das Flores, 123, apto 42 em Recife.', 'Moro na [endereço] em Recife.'],
    ['Entregue na Av. Paulista 1578', 'Entregue na [endereço]'],
    ['RUA XV DE NOVEMBRO, nº 77', '[endereço]'],
    [
      'a rua de cima, o pedido de hoje, o pix do banco',
      'a rua de cima, o pedido de hoje, o pix do banco',
    ],
    ['1.500 vagas, R$ 1.500,00 e 12.05 às 10.30', '1.500 vagas, R$ 1.500,00 e 12.05 às 10.30'],
    ['１２３.４５６.７８９-０９', '[número]'],
    ['123\u200b456\u200b789\u200b09', '[número]'],
    [
      'A edição de 10/03 custa R$ 29,90 por 12 meses',
      'A edição de 10/03 custa R$ 29,90 por 12 meses',
    ],
  ])('%s', (text, masked) => {
    expect(maskPersonalData(text, null)).toBe(masked);
  });

  const references =
    'pedido, pedidos, encomenda, compra, protocolo, contrato, matrícula, matricula, assinatura, fatura, boleto, nota fiscal, nf, nfe, nf-e, rastreio, rastreamento, código de rastreio, codigo de rastreamento, agência, agencia, conta, conta corrente, rg, cpf, cnpj, cnh, cep, passaporte, título de eleitor, titulo de eleitor, cartão, cartao, chave pix, chave de pix, chave do pix, pix';
  it.each(references.split(', '))('masks what %s names', (word) => {
    const betweens = ' |: | #| = | nº | nº: | no # | n. | núm. | num | número | - | – | é ';
    for (const between of betweens.split('|')) {
      const said = `${word}${between}`.normalize('NFKC');
      expect(maskPersonalData(`${said}BR-482`, null)).toBe(`${said}[número]`);
      expect(maskPersonalData(`${said}Maria`, null)).toBe(`${said}Maria`);
      const shouted = said.toUpperCase().normalize('NFKC');
      expect(maskPersonalData(`${shouted}BR-482`, null)).toBe(`${shouted}[número]`);
    }
  });

  const streets =
    'Rua, rua, RUA, R., r., Avenida, avenida, AVENIDA, Av., av., Av, Travessa, travessa, Alameda, alameda, Al., al., Praça, praça, Praca, Estrada, estrada, Rodovia, rodovia, Rod., rod., Largo, largo, Ladeira, ladeira, Viela, viela, Vila, vila, Quadra, quadra';
  it.each(streets.split(', '))('masks an address that begins with %s', (kind) => {
    expect(maskPersonalData(`na ${kind} da Paz, 7 hoje`, null)).toBe('na [endereço] hoje');
  });

  it.each([
    'ap',
    'apto',
    'ap.',
    'apartamento',
    'bloco',
    'bl.',
    'casa',
    'sala',
    'lote',
    'conjunto',
    'cj.',
  ])('masks the %s of an address, too', (part) => {
    expect(maskPersonalData(`Rua da Paz, nº 7 - ${part} 4B, bloco 2 hoje`, null)).toBe(
      '[endereço] hoje',
    );
  });

  it.each([
    'ana (ARROBA) gmail PONTO com',
    'ana [at] gmail [dot] com',
    'ana {at} gmail.com',
    'ana_1 arroba gmail ponto com ponto br',
  ])('masks the e-mail %s', (email) =>
    expect(maskPersonalData(`é ${email}!`, null)).toMatch(/\[e-mail\]!$/),
  );

  it('masks the name of the requester, whole or in parts, in any case', () => {
    expect(
      maskPersonalData('Olá, Maria! A sra. MARIA de Souza é assinante.', 'Maria de Souza'),
    ).toBe('Olá, [nome]! A sra. [nome] de [nome] é assinante.');
    expect(maskPersonalData('Mariana não é Maria', 'Maria')).toBe('Mariana não é [nome]');
    expect(maskPersonalData('A Ana e a Zé', 'Ana da Zé')).toBe('A [nome] e a Zé');
    expect(maskPersonalData('Oi (.*)', '(.*)')).toBe('Oi (.*)');
  });

  it('reads the first 12,000 characters, and 200 of a name', () => {
    expect(maskPersonalData(`${'x'.repeat(11_999)}yz`, null)).toBe(`${'x'.repeat(11_999)}y`);
    const name = `${'a'.repeat(198)} Rui`;
    expect(maskPersonalData('Olá, Rui', name)).toBe('Olá, Rui');
  });

  const digits = (count: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count });
  const separators = fc.constantFrom('', ' ', '.', '-', ' - ', '/');

  it('masks every number of eight digits or more, with any spacing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 19 }).chain(digits),
        fc.array(separators, { minLength: 19, maxLength: 19 }),
        fc.lorem(),
        (number, between, words) => {
          const written = number.map((digit, index) => `${digit}${between[index]}`).join('');
          const masked = maskPersonalData(`${words} ${written} ${words}`, null);
          expect(masked).not.toMatch(/\d/);
        },
      ),
    );
  });

  it('masks every e-mail', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.lorem(), (email, words) => {
        const masked = maskPersonalData(`${words} ${email} ${words}`, null);
        expect(masked).not.toContain('@');
      }),
    );
  });
});
