// These patterns match how mail programs introduce quotations, in Portuguese, English, Spanish and related
// languages.
// `test/inbound/read/introductions.ts` has an example of each. A pattern reads one line of at most 400
// characters, or a few joined lines; its repetitions are bounded.

/** A longer line is a person's text. */
export const maxLine = 400;
const maxSentenceLines = 4;
const maxHeaderLines = 14;

const hyphen = String.raw`[-_=*\u2010-\u2015]`;
/** Matches a separate line above a quoted mail, which headers or a sentence may follow. */
const title = new RegExp(
  String.raw`^\s{0,9}\*?${hyphen}{2,40}\s{0,3}(?:Original Message|Mensagem original|Mensaje original|Mensagem anterior|Reply (?:above|message)|Original-Nachricht|Ursprüngliche Nachricht|Message d['’]origine|Messaggio originale|Oorspronkelijk bericht|Oprindelig (?:besked|meddelelse)|Ursprungligt meddelande)\s{0,3}${hyphen}{2,40}\*?\s{0,3}(.{0,400})$`,
  'i',
);
/** Matches the first header below a title in the format of eM Client. */
const headerWithoutColon = /^\s{0,9}(?:From|De)\s{1,3}["<]?.{0,200}@/i;
const forward =
  /(?:Forwarded message|Mensagem encaminhada|Mensaje reenviado|Begin forwarded|Início da mensagem (?:encaminhada|reenviada)|Inicio del mensaje reenviado)/i;

const verb = String.raw`(?:wrote|escreveu|escribió|escreve|escribe|ha scritto|a écrit|schrieb|het volgende geschreven|skrev|kirjoitti|napisała?(?:\(a\))?|написала?(?:\(а\))?|написав|пишет|пише)`;
const end = String.raw`\s{0,3}:?\s{0,3}(?:${hyphen}{2,9})?\s{0,3}$`;
const verbAtEnd = new RegExp(`[\\s>)]${verb}${end}`, 'i');
const rulesAround = new RegExp(
  `^\\s{0,9}${hyphen}{2,9}\\s.{9,}\\s${verb}\\s{0,3}${hyphen}{2,9}\\s{0,3}$`,
  'i',
);
const sentenceStart = new RegExp(
  String.raw`^\s{0,9}(?:${hyphen}{2,9}\s)?(?:On|Em|No dia|Na|Às|El|En|Il|Le|Am|Op|Den|\d{4}-\d\d-\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})[\s,]`,
  'i',
);
/** In these languages the verb comes before the name. */
const verbBefore = /\s(?:schrieb|schreef|skrev)\s/i;
/** Matches what may follow an address. */
const closing = String.raw`^(?:[>)\]"]|<mailto:[^\s<>]{1,300}>){0,4}`;
const afterAddress = {
  verb: new RegExp(`${closing},?\\s{0,2}${verb}${end}`, 'i'),
  colon: new RegExp(String.raw`${closing}\s?:\s{0,3}$`),
  verbAndDate: new RegExp(
    String.raw`${closing}\s${verb}\s(?:em|on|el|no dia|às|at|am|den|op|\().{4,60}:\s{0,3}$`,
    'i',
  ),
};
const timeAndBy =
  /\d{1,2}:\d\d(?:\s?(?:[AP]M|[A-Z]{2,4}|(?:GMT|UTC)?[-+]\d\d?:?\d{0,2}))?,?\s(?:por|by|par|von|da|de|from)\s$/i;
/** Matches words between a date and an address that show that a person tells something. */
const told =
  /\s(?:isto|isso|recebi|recebemos|chegou|veio|this|that|received|got|recibí|me|nos|us)\s/;
/** Matches the same, unless a comma ends the date, because names have these words too. */
const article = /\s(?:a|o|as|os|um|uma|que|este|esta|esse|essa|the|an|la|el|los|las|un|una)\s/;
const time = /\b\d{1,2}(?:[:h]\d\d|\.\d\d\b(?!\.?\d))/;
const year = /\b(?:19|20)\d\d(?!\d)|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b/;
const pronoun =
  '(?:eu|ela|ele|elas|eles|você|vocês|alguém|me|you|he|she|they|we|yo|ella|él|ellos|usted)';
const name = String.raw`(?:(?!${pronoun},?$)[\p{Ll}\d._-]{2,40}|"?(?:[\p{Lu}\d][^\s,]{0,40}|d[aeo]s?|e|via|-|\|)(?:\s(?:[\p{Lu}\d(][^\s,]{0,40}|d[aeo]s?|e|via|-|\|)){0,7}"?)`;
/** Matches a name: it begins with a capital or is one word, and is not "me". */
const onlyName = new RegExp(`^${name},?$`, 'u');

const label = (names: string) =>
  new RegExp(String.raw`^[\s*>]{0,9}(?:${names})\s{0,2}\*?[:：]\*?\s{0,9}(.{0,400})$`, 'i');
const headers = {
  from: label('From|De|Von|Da|Van|Från|Fra|Od|От|发件人'),
  date: label(
    String.raw`Sent|Sent at|Date|Enviad[oa]s?(?:\(s\))?(?: em| el| às)?|Data|Data de envio|Fecha|Gesendet|Datum|Inviato|Envoyé(?: le)?|Message du|Verzonden|Skickat|Sendt|Dato|Wysłano|Дата|发送时间`,
  ),
  to: label('To|Para|An|A|À|Aan|Till|Til|Do|Кому|收件人'),
  subject: label(
    'Subject|Assunto|Asunto|Betreff|Oggetto|Objet|Sujet|Onderwerp|Ämne|Emne|Temat|Тема|主题',
  ),
  other: label(
    'Cc|Cco|Bcc|CCO|Copie à|Kopie|Kopia|Reply-To|Responder (?:a|para)|Risposta|Importance|Importância|Prioridade|Attachments|Anexos',
  ),
} as const;

/** The beginning of a quotation: its lines, and whether they alone prove that it is one. */
export interface Introduction {
  lines: number;
  /** If false, the next lines must begin with `>` or be from a mail that we sent. */
  isProof: boolean;
  /** The address of the quoted author, in lower case; undefined if there is none. */
  author: string | undefined;
  subject: string | undefined;
}

const addresses = /[^\s<>()[\]"',;:]{1,64}@[^\s<>()[\]"',;:]{1,255}/g;

/** Returns the last address, because a name may contain the address of somebody else. */
const addressOf = (text = ''): string | undefined => text.match(addresses)?.at(-1)?.toLowerCase();

/** Returns the introduction that begins at a line; undefined if there is none. */
export const introductionAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const line = lineAt(lines, at);
  if (line.trim() === '' || forward.test(line)) return undefined;
  return titleAt(lines, at) ?? sentenceAt(lines, at) ?? headersAt(lines, at);
};

/** Returns true if a line says that a mail is forwarded: the text below is no quotation. */
export const isForwardLine = (line: string): boolean => forward.test(line);

/** Returns the part of a line that patterns read; empty if the line is too long or missing. */
export const lineAt = (lines: readonly string[], at: number): string => {
  const line = lines[at] ?? '';
  return line.length > maxLine ? '' : line;
};

const titleAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const found = title.exec(lineAt(lines, at));
  if (!found) return undefined;
  const rest = found[1]?.trim() ?? '';
  // Samsung's mail program writes the headers on the same line.
  if (rest !== '') {
    const from = headers.from.exec(rest)?.[1];
    const author = from?.match(addresses)?.[0].toLowerCase();
    return from === undefined ? undefined : { lines: 1, isProof: true, author, subject: undefined };
  }
  const next = [at + 1, at + 2, at + 3].find((line) => lineAt(lines, line).trim() !== '');
  if (next === undefined) return { lines: 1, isProof: true, author: undefined, subject: undefined };
  const first = lineAt(lines, next);
  if (headerWithoutColon.test(first)) {
    const lineCount = blankFrom(lines, next) - at;
    return { lines: lineCount, isProof: true, author: addressOf(first), subject: undefined };
  }
  const inner = sentenceAt(lines, next) ?? headersAt(lines, next);
  const length = next - at + (inner?.lines ?? 0);
  return inner
    ? { ...inner, lines: length, isProof: true }
    : { lines: length, isProof: true, author: fromAt(first), subject: undefined };
};

/** Returns the address in a sender's header that no other headers follow. */
const fromAt = (line: string): string | undefined => addressOf(headers.from.exec(line)?.[1]);

/** Returns the next empty line, or the last line that can have headers. */
const blankFrom = (lines: readonly string[], from: number): number => {
  let at = from;
  while (at < from + maxHeaderLines && lineAt(lines, at).trim() !== '') at += 1;
  return at;
};

/** Finds a sentence that introduces a quotation; programs wrap it over a few lines. */
const sentenceAt = (lines: readonly string[], at: number): Introduction | undefined => {
  let text = '';
  for (let length = 1; length <= maxSentenceLines; length += 1) {
    const line = lineAt(lines, at + length - 1).replace(/^[\s>]{0,20}/, '');
    if (line.trim() === '' || text.length + line.length > maxLine) return undefined;
    // A second beginning starts a new sentence.
    if (length > 1 && sentenceStart.test(line) && year.test(line)) return undefined;
    text = `${text} ${line.trim()}`;
    const kind = sentenceKind(text);
    if (kind) {
      const isProof = kind === 'program';
      return { lines: length, isProof, author: addressOf(text), subject: undefined };
    }
  }
  return undefined;
};

/** Returns who writes such a sentence: only programs, or people too. */
const sentenceKind = (text: string): 'program' | 'anybody' | undefined => {
  const last = text.at(-1) ?? '';
  const endsInVerb = verbAtEnd.test(text.slice(-60));
  if (last !== ':' && !endsInVerb) return undefined;
  const isDated = year.test(text) || time.test(text);
  const at = text.lastIndexOf('@');
  if (at === -1) return isDated && isNameAlone(text) ? 'anybody' : undefined;
  const said = text.slice(0, localStart(text, at)).trimEnd();
  const bracket = /[<([]$/.test(said);
  const after = text
    .slice(at + 1)
    .replace(/^[^\s<>()@:\]]{1,255}/, '')
    .trimStart();
  if (!isDated) return bracket && afterAddress.verb.test(after) ? 'anybody' : undefined;
  if (rulesAround.test(text)) return 'program';
  // This is the text between the date and the name.
  const named = `${said.slice(said.search(/\d\D*$/) + 1)} `;
  const isSetOff = /^[^,]{0,12}, /.test(named) && afterAddress.verb.test(after);
  if (told.test(named) || (article.test(named) && !isSetOff)) return undefined;
  if (!bracket) {
    if (afterAddress.colon.test(after) && timeAndBy.test(`${said} `)) return 'program';
    return afterAddress.verb.test(after) ? 'anybody' : undefined;
  }
  const isProgram =
    afterAddress.verb.test(after) ||
    afterAddress.verbAndDate.test(after) ||
    (afterAddress.colon.test(after) && /\d/.test(said));
  return isProgram ? 'program' : undefined;
};

/** Returns the start of the address around the `@` at `place`. */
const localStart = (text: string, place: number): number => {
  let start = place;
  while (start > 0 && place - start < 64 && !/[\s<>()[\]]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
};

/** Matches "DATE, NAME escreveu:" and "DATE schrieb NAME:". */
const isNameAlone = (text: string): boolean => {
  const verbFirst = verbBefore.exec(text);
  if (verbFirst) {
    const named = text.slice(verbFirst.index + verbFirst[0].length).replace(/\s{0,3}:\s{0,3}$/, '');
    return onlyName.test(named);
  }
  const said = text.slice(0, text.length - (verbAtEnd.exec(text.slice(-60))?.[0].length ?? 0));
  const comma = said.replace(/,$/, '').lastIndexOf(', ');
  return (
    comma !== -1 &&
    said.length < text.length &&
    /\d[^,]{0,40}$/.test(said.slice(0, comma).slice(-45)) &&
    onlyName.test(said.slice(comma + 2))
  );
};

/**
 * Finds a block of headers as Outlook writes it above the answered mail: sender, moment with a time,
 * recipient and subject. A reader may write some of these lines about a payment.
 */
const headersAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const rule = /^\s{0,9}[_=-]{10,80}\s{0,3}$/.test(lineAt(lines, at)) ? 1 : 0;
  let next = at + rule;
  if (rule === 1 && lineAt(lines, next).trim() === '') next += 1;
  if (!headers.from.test(lineAt(lines, next)) && !headers.date.test(lineAt(lines, next)))
    return undefined;
  const found = new Set<string>();
  let hasTime = false;
  let isAddressed = false;
  let inHeader = '';
  let from = '';
  let subject: string | undefined;
  const last = next + maxHeaderLines;
  for (; next < last; next += 1) {
    const line = lineAt(lines, next);
    if (line.trim() === '') break;
    const header = Object.entries(headers).find(([, pattern]) => pattern.test(line))?.[0];
    if (header === undefined && (found.has('subject') || !goesOn(inHeader, line))) break;
    if (header !== undefined && header !== 'other' && found.has(header)) break;
    isAddressed ||= line.includes('@');
    if (header === 'date') hasTime = time.test(line) && /\d/.test(line);
    if (header === 'subject') subject = headers.subject.exec(line)?.[1]?.trim();
    if (header !== undefined) {
      found.add(header);
      inHeader = header;
    }
    if (inHeader === 'from') from += `${line} `;
  }
  if (!['from', 'date', 'subject'].every((header) => found.has(header))) return undefined;
  const isWhole = found.has('to') && isAddressed && hasTime;
  const isRuled = rule === 1 && (hasTime || (found.has('to') && isAddressed));
  return { lines: next - at, isProof: isWhole || isRuled, author: addressOf(from), subject };
};

/** Returns true if a header continues on a line: recipients, a subject, or a sender's address. */
const goesOn = (header: string, line: string): boolean =>
  header === 'from' ? /^\s{0,9}<\S{1,300}>\s{0,9}$/.test(line) : header !== '' && header !== 'date';
