/**
 * Introductions of quotations by current mail programs, one example each. `>` marks lines that the program
 * quotes.
 */
export const introductions: Record<string, string> = {
  'Gmail in Portuguese':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example> escreveu:\n> Q',
  'Gmail in Portuguese, wrapped':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor com um nome comprido <\nsuporte@leitor.example> escreveu:\n> Q',
  'Gmail in Spanish':
    'El mar, 10 mar 2026 a las 11:40, Leitor (<suporte@leitor.example>) escribió:\n> Q',
  'iPhone in Portuguese':
    'Enviado do meu iPhone\n\nEm 10 de mar. de 2026, à(s) 11:40, Leitor <suporte@leitor.example> escreveu:\n> Q',
  'iPhone of Portugal':
    'No dia 10/03/2026, às 11:40, Leitor <suporte@leitor.example> escreveu:\n\n> Q',
  'Thunderbird in Portuguese': 'Em 10/03/2026 11:40, Leitor escreveu:\n> Q',
  'Yahoo in English':
    'On Tuesday, March 10, 2026 at 11:40:00 AM GMT-3, Leitor <suporte@leitor.example> wrote:\n\nQ',
  'Proton, with typographic dashes':
    '\u2010\u2010\u2010\u2010\u2010\u2010\u2010 Original Message \u2010\u2010\u2010\u2010\u2010\u2010\u2010\nOn Tuesday, March 10th, 2026 11:40 AM, Leitor <suporte@leitor.example> wrote:\n\nQ',
  'Zoho in Portuguese':
    '---- Em ter, 10 mar 2026 11:40:00 -0300 Leitor <suporte@leitor.example> escreveu ----\n\nQ',
  'Outlook in Portuguese':
    'De: Leitor <suporte@leitor.example>\nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  'Outlook on the web':
    '________________________________\nDe: Leitor <suporte@leitor.example>\nEnviado: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  'Outlook, plain text':
    '-----Mensagem original-----\nDe: Leitor <suporte@leitor.example>\nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana\nAssunto: Re: Ajuda\n\nQ',
  Samsung:
    '-------- Mensagem original --------De : Leitor <suporte@leitor.example> Data: 10/03/2026  11:40  (GMT-03:00) Para: ana@exemplo.com.br Assunto: Re: Ajuda \nQ',
  'Roundcube with an address': 'Em 2026-03-10 11:40, suporte@leitor.example escreveu:\n> Q',
  'eM Client':
    '------ Mensagem Original ------\nDe "Leitor" <suporte@leitor.example>\nPara ana@exemplo.com.br\nData 10/03/2026 11:40:00\nAssunto Re: Ajuda\n\nQ',
  Evolution: 'Em ter, 2026-03-10 às 11:40 -0300, Leitor escreveu:\n> Q',
  Mutt: 'On Tue, Mar 10, 2026 at 11:40:00AM -0300, Leitor wrote:\n> Q',
  'Mail.ru':
    'Terça-feira, 10 de março de 2026, 11:40 -03:00 de Leitor <suporte@leitor.example>:\n\n> Q',
  'Gmail in German':
    'Am Di., 10. März 2026 um 11:40 Uhr schrieb Leitor <suporte@leitor.example>:\n\n> Q',
  'Gmail, its bracket wrapped':
    'Em ter., 10 de mar. de 2026 às 11:40, Leitor <suporte@leitor.example\n> escreveu:\n\n> Q',
  'Outlook in German':
    '-----Ursprüngliche Nachricht-----\nVon: Leitor <suporte@leitor.example>\nGesendet: Dienstag, 10. März 2026 11:40\nAn: Ana Lima <ana@exemplo.com.br>\nBetreff: Re: Ajuda\n\nQ',
  'Outlook, its sender wrapped':
    'De: Leitor com um nome comprido \n<suporte@leitor.example> \nEnviada em: terça-feira, 10 de março de 2026 11:40\nPara: Ana Lima <ana@exemplo.com.br>\nAssunto: Re: Ajuda\n\nQ',
  'K-9 Mail': 'Leitor <suporte@leitor.example> escreveu:\n>Q',
};
