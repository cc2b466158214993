// How mail programs introduce what they quote, in Portuguese, English and Spanish.
// `test/inbound/introductions.ts` has an example of each. A pattern reads one line of at most 400
// characters, or a few of them joined; its repetitions are bounded.

/** Longer lines are what somebody wrote. */
export const maxLine = 400;
const maxSentenceLines = 4;
const maxHeaderLines = 14;

const hyphen = String.raw`[-_=*\u2010-\u2015]`;
/** A line of its own above a quoted mail, which headers or a sentence follow. */
const title = new RegExp(
  String.raw`^\s{0,9}${hyphen}{2,40}\s{0,3}(?:Original Message|Mensagem original|Mensaje original|Mensagem anterior|Reply (?:above|message)|Original-Nachricht)\s{0,3}${hyphen}{2,40}\s{0,3}(.{0,400})$`,
  'i',
);
/** The first header below a title, as eM Client writes it. */
const headerWithoutColon = /^\s{0,9}(?:From|De)\s{1,3}["<]?.{0,200}@/i;
const forward =
  /(?:Forwarded message|Mensagem encaminhada|Mensaje reenviado|Begin forwarded|Início da mensagem (?:encaminhada|reenviada)|Inicio del mensaje reenviado)/i;

const address = String.raw`[^\s<>@]{1,64}@[^\s<>@]{1,255}`;
const hasAddress = new RegExp(address);
const verb = '(?:wrote|escreveu|escribió|escreve|escribe|ha scritto|a écrit|schrieb)';
/** The end of a sentence that introduces a quotation; some programs put rules around it. */
const sentenceEnd = new RegExp(
  String.raw`,?\s${verb}\s{0,3}:?\s{0,3}(?:${hyphen}{2,9})?\s{0,3}$`,
  'i',
);
const sentenceStart = new RegExp(
  String.raw`^\s{0,9}(?:${hyphen}{2,9}\s)?(?:On|Em|No dia|Na|Às|El|En|Il|Le|Am|Activado|\d{4}-\d\d-\d\d|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})[\s,]`,
  'i',
);
/** "NAME <ADDRESS> escreveu em DATE:", as older programs write. */
const nameFirst = new RegExp(
  String.raw`^\s{0,9}.{0,80}${address}[>)]{0,2}\s${verb}\s(?:em|on|el|no dia|às|at)\s.{4,60}:\s{0,3}$`,
  'i',
);
/** "DATE de NAME <ADDRESS>:" and "DATE por ADDRESS:", of programs that use no verb. */
const withoutVerb = new RegExp(
  String.raw`^\s{0,9}.{0,40}\d{1,4}.{4,60}\d{1,2}:\d\d.{0,60}${address}[>)"]{0,2}\s?:\s{0,3}$`,
  'i',
);
const time = /\b\d{1,2}(?::|h)\d\d\b/;
const year = /\b(?:19|20)\d\d\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2}\b/;
/**
 * "Em DATE TIME, NAME escreveu:", without an address: a name begins with a capital and nobody says
 * "me".
 */
const nameAlone = new RegExp(
  String.raw`\d[^,]{0,40},\s"?(?:[\p{Lu}\d][^\s,]{0,40}|d[aeo]s?|e|via|-|\|)(?:\s(?:[\p{Lu}\d(][^\s,]{0,40}|d[aeo]s?|e|via|-|\|)){0,7}"?,?\s${verb}\s{0,3}:`,
  'u',
);

const label = (names: string) =>
  new RegExp(String.raw`^[\s*>]{0,9}(?:${names})\s{0,2}\*?:\*?\s{0,9}(.{0,400})$`, 'i');
const headers = {
  from: label('From|De|Von|Da'),
  date: label(
    String.raw`Sent|Sent at|Date|Enviad[oa](?:\(s\))?(?: em| el| às)?|Data|Data de envio|Fecha|Gesendet|Inviato`,
  ),
  to: label('To|Para|An|A'),
  subject: label('Subject|Assunto|Asunto|Betreff|Oggetto'),
  other: label(
    'Cc|Cco|Bcc|CCO|Reply-To|Responder a|Importance|Importância|Prioridade|Attachments|Anexos',
  ),
} as const;

/**
 * How a quotation begins: which lines introduce it, and whether they alone prove that it is one.
 */
export interface Introduction {
  lines: number;
  /** If not, its lines must begin with `>`, or be of a mail that we sent. */
  isProof: boolean;
}

/** The introduction that begins at a line; undefined if none does. */
export const introductionAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const line = lineAt(lines, at);
  if (line.trim() === '' || forward.test(line)) return undefined;
  return titleAt(lines, at) ?? sentenceAt(lines, at) ?? headersAt(lines, at);
};

/** Whether a line says that a mail is passed on: what follows is no quotation. */
export const isForwardLine = (line: string): boolean => forward.test(line);

/** A line as far as patterns look at it; empty if it is too long or not there. */
export const lineAt = (lines: readonly string[], at: number): string => {
  const line = lines[at] ?? '';
  return line.length > maxLine ? '' : line;
};

/** A title counts with what must follow it. */
const titleAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const found = title.exec(lineAt(lines, at));
  if (!found) return undefined;
  const rest = found[1]?.trim() ?? '';
  // Samsung's program writes the headers behind it.
  if (rest !== '') return headers.from.test(rest) ? { lines: 1, isProof: true } : undefined;
  for (let next = at + 1; next <= at + 3; next += 1) {
    if (lineAt(lines, next).trim() === '') continue;
    const first = lineAt(lines, next);
    const follows = headers.from.test(first) || headers.date.test(first) || headers.to.test(first);
    if (headerWithoutColon.test(first))
      return { lines: blankFrom(lines, next) - at, isProof: true };
    return follows || sentenceAt(lines, next) ? { lines: next - at, isProof: true } : undefined;
  }
  return undefined;
};

/** The next empty line, or the last one that headers may be on. */
const blankFrom = (lines: readonly string[], from: number): number => {
  let at = from;
  while (at < from + maxHeaderLines && lineAt(lines, at).trim() !== '') at += 1;
  return at;
};

const sentenceAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const first = lineAt(lines, at).replace(/^[\s>]{0,20}/, '');
  if (nameFirst.test(first) && year.test(first)) return { lines: 1, isProof: true };
  if (withoutVerb.test(first) && year.test(first)) return { lines: 1, isProof: true };
  if (!sentenceStart.test(`${first} `)) return undefined;
  let text = '';
  for (let length = 1; length <= maxSentenceLines; length += 1) {
    const line = lineAt(lines, at + length - 1).replace(/^[\s>]{0,20}/, '');
    if (line.trim() === '') return undefined;
    text = `${text} ${line.trim()}`;
    const isEnd = sentenceEnd.test(text) || (withoutVerb.test(text) && text.endsWith('>:'));
    if (!isEnd) continue;
    if (!year.test(text) && !time.test(text)) return undefined;
    if (hasAddress.test(text)) return { lines: length, isProof: true };
    return nameAlone.test(text) ? { lines: length, isProof: false } : undefined;
  }
  return undefined;
};

/**
 * A block of headers, as Outlook writes it above the mail it answers: sender, moment with a time,
 * recipient and subject, one after the other. Some of them are what a reader writes about a
 * payment.
 */
const headersAt = (lines: readonly string[], at: number): Introduction | undefined => {
  const rule = /^\s{0,9}[_-]{10,80}\s{0,3}$/.test(lineAt(lines, at)) ? 1 : 0;
  let next = at + rule;
  if (rule === 1 && lineAt(lines, next).trim() === '') next += 1;
  if (!headers.from.test(lineAt(lines, next)) && !headers.date.test(lineAt(lines, next)))
    return undefined;
  const found = new Set<string>();
  let hasTime = false;
  let inHeader = '';
  const end = next + maxHeaderLines;
  for (; next < end; next += 1) {
    const line = lineAt(lines, next);
    if (line.trim() === '') break;
    const name = Object.entries(headers).find(([, pattern]) => pattern.test(line))?.[0];
    // A long list of recipients goes on in the next lines.
    if (
      name === undefined &&
      !(inHeader === 'to' || inHeader === 'other' || inHeader === 'subject')
    )
      break;
    if (name === undefined && found.has('subject')) break;
    if (name === 'date') hasTime = time.test(line) && /\d/.test(line);
    if (name !== undefined) {
      found.add(name);
      inHeader = name;
    }
  }
  const isProof = hasTime && ['from', 'date', 'to', 'subject'].every((name) => found.has(name));
  return found.has('from') && found.has('date') && found.has('subject')
    ? { lines: next - at, isProof: isProof || (rule === 1 && hasTime) }
    : undefined;
};
