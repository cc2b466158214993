/**
 * How current programs introduce what they quote, one example of each, by its program. `>` marks
 * lines that it quotes with that sign.
 */
export const introductions: Record<string, string> = {
  'Gmail in Portuguese':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example> escreveu:\n> Q',
  'Gmail in Portuguese, wrapped':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor com um nome comprido <\nsuporte@leitor.example> escreveu:\n> Q',
  'Gmail in Spanish':
    'El mar, 10 mar 2026 a las 11:40, Leitor (<suporte@leitor.example>) escribió:\n> Q',
  'Gmail without a mark':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example> escreveu:\nQ',
  'Apple Mail in Portuguese':
    'Em 10 de mar. de 2026, à(s) 11:40, Leitor <suporte@leitor.example> escreveu:\n> Q',
  'iPhone in Portuguese':
    'Enviado do meu iPhone\n\nEm 10 de mar. de 2026, à(s) 11:40, Leitor <suporte@leitor.example> escreveu:\n> Q',
  'iPhone of Portugal':
    'No dia 10/03/2026, às 11:40, Leitor <suporte@leitor.example> escreveu:\n\n> Q',
  'Thunderbird in Portuguese': 'Em 10/03/2026 11:40, Leitor escreveu:\n> Q',
  'Thunderbird in Spanish': 'El 10/3/26 a las 11:40, Leitor escribió:\n> Q',
  'Yahoo in English':
    'On Tuesday, March 10, 2026 at 11:40:00 AM GMT-3, Leitor <suporte@leitor.example> wrote:\n\nQ',
  'Yahoo in Spanish':
    'El martes, 10 de marzo de 2026, 11:40:00 CET, Leitor <suporte@leitor.example> escribió:\n\nQ',
  'Proton, older':
    '------- Original Message -------\nOn Tuesday, March 10th, 2026 at 11:40 AM, Leitor <suporte@leitor.example> wrote:\n\nQ',
  'Proton, with typographic dashes':
    '\u2010\u2010\u2010\u2010\u2010\u2010\u2010 Original Message \u2010\u2010\u2010\u2010\u2010\u2010\u2010\nOn Tuesday, March 10th, 2026 11:40 AM, Leitor <suporte@leitor.example> wrote:\n\nQ',
  'Zoho in Portuguese':
    '---- Em ter, 10 mar 2026 11:40:00 -0300 Leitor <suporte@leitor.example> escreveu ----\n\nQ',
  'Outlook in Portuguese':
    'De: Leitor <suporte@leitor.example>\nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  'Outlook, bold':
    '*De:* Leitor <suporte@leitor.example>\n*Enviada em:* terça-feira, 10 de março de 2026 11:40\n*Para:* Ana Lima <ana@exemplo.com.br>\n*Assunto:* Re: Ajuda\n\nQ',
  'Outlook on the web':
    '________________________________\nDe: Leitor <suporte@leitor.example>\nEnviado: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  'Outlook, plain text':
    '-----Mensagem original-----\nDe: Leitor <suporte@leitor.example>\nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana\nAssunto: Re: Ajuda\n\nQ',
  Samsung:
    '-------- Mensagem original --------De : Leitor <suporte@leitor.example> Data: 10/03/2026  11:40  (GMT-03:00) Para: ana@exemplo.com.br Assunto: Re: Ajuda \nQ',
  'Samsung, in lines':
    '-------- Mensagem original --------\nDe : Leitor <suporte@leitor.example>\nData: 10/03/2026 11:40 (GMT-03:00)\nPara: ana@exemplo.com.br\nAssunto: Re: Ajuda\n\nQ',
  'Roundcube with an address': 'Em 2026-03-10 11:40, suporte@leitor.example escreveu:\n> Q',
  Spark: 'Em 10 de mar. de 2026 11:40 -0300, Leitor <suporte@leitor.example>, escreveu:\n> Q',
  'eM Client':
    '------ Mensagem Original ------\nDe "Leitor" <suporte@leitor.example>\nPara ana@exemplo.com.br\nData 10/03/2026 11:40:00\nAssunto Re: Ajuda\n\nQ',
  Terra: 'Em Ter 10/03/26 11:40, Leitor suporte@leitor.example escreveu:\n> Q',
  Evolution: 'Em ter, 2026-03-10 às 11:40 -0300, Leitor escreveu:\n> Q',
  Fastmail: 'On Tue, Mar 10, 2026, at 11:40 AM, Leitor wrote:\n> Q',
  Mutt: 'On Tue, Mar 10, 2026 at 11:40:00AM -0300, Leitor wrote:\n> Q',
  Tutanota: '10 de mar. de 2026, 11:40 por suporte@leitor.example:\n\n> Q',
  'Mail.ru':
    'Terça-feira, 10 de março de 2026, 11:40 -03:00 de Leitor <suporte@leitor.example>:\n\n> Q',
  Yandex: '10.03.2026, 11:40, "Leitor" <suporte@leitor.example>:\n\nQ',
  'Gmail, older': '2026-03-10 11:40 GMT-03:00 Leitor <suporte@leitor.example>:\n\n> Q',
  'Gmail of Portugal':
    'Leitor <suporte@leitor.example> escreveu (terça, 10/03/2026 à(s) 11:40):\n\n> Q',
  'Gmail in German':
    'Am Di., 10. März 2026 um 11:40 Uhr schrieb Leitor <suporte@leitor.example>:\n\n> Q',
  'Gmail in French':
    'Le mar. 10 mars 2026 à 11:40, Leitor <suporte@leitor.example> a écrit :\n\n> Q',
  'Gmail in Dutch': 'Op di 10 mrt 2026 om 11:40 schreef Leitor <suporte@leitor.example>:\n\n> Q',
  'Gmail, its bracket wrapped':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example\n> escreveu:\n\n> Q',
  'Outlook in French':
    'De : Leitor <suporte@leitor.example>\nEnvoyé : mardi 10 mars 2026 11:40\nÀ : Ana Lima <ana@exemplo.com.br>\nObjet : Re: Ajuda\n\nQ',
  'Outlook in German':
    '-----Ursprüngliche Nachricht-----\nVon: Leitor <suporte@leitor.example>\nGesendet: Dienstag, 10. März 2026 11:40\nAn: Ana Lima <ana@exemplo.com.br>\nBetreff: Re: Ajuda\n\nQ',
  'Outlook, its sender wrapped':
    'De: Leitor com um nome comprido \n<suporte@leitor.example> \nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  Zimbra:
    'De: "Leitor" <suporte@leitor.example>\nPara: "Ana Lima" <ana@exemplo.com.br>\nEnviadas: Terça-feira, 10 de março de 2026 11:40:11\nAssunto: Re: Ajuda\n\nQ',
  'K-9 Mail': 'Leitor <suporte@leitor.example> escreveu:\n>Q',
};
