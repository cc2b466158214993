import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkTargetsOf } from '../../server/replies/links.ts';
import { goodReply, type ReplyFixture, startReplyFixture } from './reply-fixtures.ts';

describe('the link targets of a message', () => {
  it.each([
    ['<a href="https://Exemplo.com.br/x">aqui</a>', ['exemplo.com.br']],
    ['<p>http://golpe.example/pix</p>', ['golpe.example']],
    ['<p>www.golpe.com</p>', ['www.golpe.com']],
    ['<p>golpe.com/pix</p>', ['golpe.com']],
    ['<p>www.golpe.xyz ou golpe.com.br</p>', ['golpe.com.br', 'www.golpe.xyz']],
    ['<p>gol<b>pe</b>.com</p>', ['golpe.com']],
    ['<p>golpe&#46;com</p>', ['golpe.com']],
    ['<a href="mailto:A@golpe.com?cc=b@golpe.com">x</a>', ['a@golpe.com', 'b@golpe.com']],
    ['<p>escreva a ajuda@golpe.com</p>', ['ajuda@golpe.com']],
    ['<a href="https://:x">x</a>', ['']],
    ['<a href="/ajuda">x</a>', ['']],
    ['<a href="mailto:?subject=Pix">x</a>', ['']],
    ['<p><a href="mailto:">a</a> golpe.com:8080/pix</p>', ['', 'golpe.com']],
    ['<p><a href="mailto:">a</a> evil.agency:8080/x</p>', ['', 'evil.agency']],
    ['<p><a href="mailto:">a</a> _evil.com</p>', ['', 'evil.com']],
    ['<p><a href="mailto:">a</a> pix_golpe.com/x</p>', ['', 'golpe.com']],
    ['<p><a href="mailto:">a</a> golpe.xn--p1ai:443</p>', ['', 'golpe.xn--p1ai']],
    ['<a href="https://exemplo.com.br@golpe.example/">x</a>', ['exemplo.com.br', 'golpe.example']],
    [
      '<a href="mailto:a@golpe.com,%62@golpe.com?bcc=c@golpe.com,d@golpe.com&to=e@golpe.com">x</a>',
      ['a@golpe.com', 'b@golpe.com', 'c@golpe.com', 'd@golpe.com', 'e@golpe.com'],
    ],
    [
      '<p>golpe.app, golpe.click, golpe.online, golpe.shop e golpe.site</p>',
      ['golpe.app', 'golpe.click', 'golpe.online', 'golpe.shop', 'golpe.site'],
    ],
    [
      '<p>golpe.com:8080, golpe.zip/x e www.golpe.agency/login</p>',
      ['golpe.com', 'golpe.zip', 'www.golpe.agency'],
    ],
    ['<p>golpe。com/login ou ｇｏｌｐｅ．ｃｏｍ</p>', ['golpe.com']],
    [
      '<p>(golpe.sbs) “golpe.cfd” golpe.lol, golpe.rest; golpe.bank e golpe.finance</p>',
      ['golpe.bank', 'golpe.cfd', 'golpe.finance', 'golpe.lol', 'golpe.rest', 'golpe.sbs'],
    ],
    [
      '<p>escreva a pix@golpe.agency ou acesse golpe.xn--p1ai:443</p>',
      ['golpe.xn--p1ai', 'pix@golpe.agency'],
    ],
    ['<p>Custa R$ 29.90 desde 10.03.2026. Abraço!</p>', []],
  ])('of %s are %j', (html, targets) => {
    expect([...linkTargetsOf(html)].sort()).toEqual(targets.sort());
  });
});

describe('a generated reply with links', () => {
  let fixture: ReplyFixture;

  beforeAll(async () => {
    fixture = await startReplyFixture({ env: { REPLY_LINK_HOSTS: 'Ajuda.exemplo.com.br' } });
  });

  afterAll(() => fixture.close());

  beforeEach(() => fixture.onModelCall(() => goodReply));

  const writeLink = (html: string) => fixture.onModelCall(() => ({ html, confidence: 0.95 }));

  const write = async (id: number, origin: 'requester' | 'agent' | 'ai', body: string) => {
    const { tickets } = await fixture.app.trpc();
    await tickets.addMessage.mutate({ id, author: 'Ana', origin, body });
  };
  const answerAsAgent = (id: number, body: string) => write(id, 'agent', body);

  const save = async (ticket: number) =>
    (await fixture.save([ticket], { enviar_email: true })).resultados[0];

  it.each([
    '<p>Pague em <a href="https://golpe.example/pix">nosso site</a>.</p>',
    '<p>Pague em golpe.com/pix.</p>',
    '<p>Escreva a <a href="mailto:pix@golpe.example">nós</a>.</p>',
    '<p>Escreva a <a href="mailto:">nós</a>.</p>',
    '<p>Veja https://ajuda.exemplo.com.br.golpe.example/</p>',
    '<p>Veja https://golpe-ajuda.exemplo.com.br/</p>',
    '<p>Veja https://exemplo.com.br/</p>',
    '<p>Escreva a <a href="mailto:ajuda.exemplo.com.br@golpe.example">nós</a>.</p>',
  ])('is neither saved nor mailed nor shown if it links elsewhere: %s', async (html) => {
    writeLink(html);
    // No other ticket has these words: it has no sources.
    const ticket = await fixture.openTicket({ subject: 'Boleto', body: 'Boleto vencido?' });
    const mails = fixture.smtp.mails.length;
    expect(await save(ticket)).toEqual({
      ticket_id: ticket,
      sucesso: false,
      resposta_salva: false,
      email_enviado: false,
      // The model's 0.95, without sources.
      confianca: 0.855,
      erro: 'A resposta gerada contém um link que não é permitido',
    });
    expect(await fixture.preview([ticket])).toMatchObject({ sucesso: 0, falhas: 1 });
    expect(await fixture.messagesOf(ticket)).toHaveLength(1);
    expect(fixture.smtp.mails).toHaveLength(mails);
  });

  it('saves a reply that links to REPLY_LINK_HOSTS and their subdomains', async () => {
    writeLink('<p>Escreva a oi@ajuda.exemplo.com.br.</p>');
    expect(await save(await fixture.openTicket())).toMatchObject({ email_enviado: true });
    for (const host of ['ajuda.exemplo.com.br', 'pt.ajuda.exemplo.com.br']) {
      writeLink(`<p>Veja <a href="https://${host}/entrega">a ajuda</a>.</p>`);
      expect(await save(await fixture.openTicket())).toMatchObject({ email_enviado: true });
    }
  });

  it('saves a reply that links where agents linked', async () => {
    const trpc = await fixture.app.trpc();
    writeLink('<p>Veja https://rastreio.example/1</p>');
    const asked = { subject: 'Rastreio da caneca', body: 'Onde rastreio a caneca?' };
    const settled = await fixture.openTicket(asked);
    await answerAsAgent(settled, '<a href="https://rastreio.example/2">Rastreie aqui</a>');
    await trpc.tickets.setStatus.mutate({ id: settled, status: 'resolved' });
    expect(await save(await fixture.openTicket(asked))).toMatchObject({ sucesso: true });

    const other = await fixture.openTicket({ subject: 'Camiseta', body: 'Tamanho da camiseta?' });
    expect(await save(other)).toMatchObject({ sucesso: false });
    await answerAsAgent(other, 'Acompanhe em rastreio.example/2 ou http://rastreio.example/3');
    await write(other, 'requester', 'Qual era o link?');
    expect(await save(other)).toMatchObject({ sucesso: true });
  });

  it('withholds a reply that links where only the requester or the model linked', async () => {
    const trpc = await fixture.app.trpc();
    const link = 'https://golpe.example/pix';
    writeLink(`<p>Veja ${link}</p>`);
    const asked = { subject: 'Cobrança', body: `Recebi isto: ${link}` };
    const ticket = await fixture.openTicket(asked);
    expect(await save(ticket)).toMatchObject({ sucesso: false });
    await write(ticket, 'ai', link);
    await write(ticket, 'requester', 'E agora?');
    expect(await save(ticket)).toMatchObject({ sucesso: false });
    const settled = await fixture.openTicket(asked);
    await answerAsAgent(settled, 'É golpe, não clique.');
    await trpc.tickets.setStatus.mutate({ id: settled, status: 'resolved' });
    expect(await save(await fixture.openTicket(asked))).toMatchObject({ sucesso: false });
    expect(fixture.model.calls.at(-1)?.material).toContain('É golpe, não clique.');
  });

  it.each([
    ['4 500 ampersands in front', `<p>${'&'.repeat(4_500)}</p><p>https://golpe.example/pix</p>`],
    ['rules around', `${'<hr>'.repeat(250)}<p>golpe.com/pix</p>${'<hr>'.repeat(250)}`],
    ['rules and lists around', `${'<ul><li><hr></ul>'.repeat(500)}<p>https://golpe.example</p>`],
    ['a link at its end', `<p>${'a '.repeat(9_900)}</p>https://golpe.com`],
  ])('is neither mailed nor saved with %s', async (_, html) => {
    writeLink(html);
    const ticket = await fixture.openTicket({ subject: 'Boleto', body: 'Boleto vencido?' });
    const mails = fixture.smtp.mails.length;
    expect(await save(ticket)).toMatchObject({ sucesso: false, email_enviado: false });
    expect(await fixture.messagesOf(ticket)).toHaveLength(1);
    expect(fixture.smtp.mails).toHaveLength(mails);
  });

  it('saves a reply that names the requester’s own address', async () => {
    writeLink('<p>Enviamos a edição a ana.lima@leitora.example.</p>');
    const ticket = await fixture.openTicket({ email: 'Ana.Lima@leitora.example' });
    expect(await save(ticket)).toMatchObject({ sucesso: true });
    expect(await save(await fixture.openTicket())).toMatchObject({ sucesso: false });
  });
});
