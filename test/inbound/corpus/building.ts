/** A mail of the corpus and its expected outcome. */
export interface CorpusMail {
  /** The name of the mail's shape, for failure messages. */
  shape: string;
  raw: Buffer;
  outcome: 'new-ticket' | 'ignored' | 'quarantined';
  /**
   * A text that the message must contain, folded parts included; undefined if the shape has no readable
   * text.
   */
  holds: string | undefined;
}

interface Seed {
  n: number;
  /** Returns a repeatable pseudo-random number in [0, 1). */
  random: () => number;
  /** A text that is unique to the mail. */
  mark: string;
}

type Expected = Partial<Pick<CorpusMail, 'outcome' | 'holds'>>;
export type Shape = (seed: Seed) => Expected & { raw: Buffer | string };
type Headers = Record<string, string>;

export const eol = '\r\n';
export const headersOf = ({ n }: Seed, more: Headers = {}): string =>
  Object.entries({
    From: `Leitor ${n} <leitor${n}@exemplo.com.br>`,
    To: 'suporte@leitor.example',
    Subject: `Assunto ${n}`,
    'Message-ID': `<corpus-${n}@exemplo.com.br>`,
    Date: 'Tue, 10 Mar 2026 11:30:00 -0300',
    'MIME-Version': '1.0',
    ...more,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join(eol);
export const plain = (seed: Seed, body = seed.mark, more: Headers = {}): string =>
  [headersOf(seed, { 'Content-Type': 'text/plain; charset=utf-8', ...more }), '', body].join(eol);
export const parts = (
  seed: Seed,
  type: string,
  list: readonly string[],
  { end = true, more = {} }: { end?: boolean; more?: Headers } = {},
): string =>
  [
    headersOf(seed, { 'Content-Type': `${type}; boundary="b-${seed.n}"`, ...more }),
    '',
    ...list.flatMap((part) => [`--b-${seed.n}`, part]),
    ...(end ? [`--b-${seed.n}--`, ''] : []),
  ].join(eol);
export const text = (body: string): string =>
  ['Content-Type: text/plain; charset=utf-8', '', body].join(eol);
export const base64 = (bytes: Buffer): string =>
  bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
export const file = (type: string, name: string, bytes: Buffer): string =>
  [
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    base64(bytes),
  ].join(eol);
export const forwarded = (seed: Seed, depth: number): string =>
  depth === 0
    ? plain(seed, 'no fundo')
    : parts({ ...seed, n: seed.n * 100 + depth }, 'multipart/mixed', [
        text(`nível ${depth}`),
        `Content-Type: message/rfc822\r\n\r\n${forwarded(seed, depth - 1)}`,
      ]);

/** A plain mail with other headers. */
export const headed =
  (more: Headers | ((seed: Seed) => Headers), expected: Expected = {}): Shape =>
  (seed) => ({
    raw: plain(seed, seed.mark, typeof more === 'function' ? more(seed) : more),
    ...expected,
  });
/** A plain mail without a header. */
export const without =
  (header: string, expected: Expected = {}): Shape =>
  (seed) => ({
    raw: plain(seed).replace(new RegExp(`^${header}:.*\\r\\n`, 'm'), ''),
    ...expected,
  });
/** A plain mail with another text. */
export const saying =
  (body: (mark: string) => string, more: Headers = {}): Shape =>
  (seed) => ({ raw: plain(seed, body(seed.mark), more) });
/** A plain mail with additional headers before its own. */
export const after =
  (first: string, expected: Expected = {}): Shape =>
  (seed) => ({ raw: `${first}\r\n${plain(seed)}`, ...expected });
/** A mail in the given charset. */
export const encoded =
  (charset: string, body: (seed: Seed) => Buffer): Shape =>
  (seed) => ({
    raw: Buffer.concat([
      Buffer.from(
        `${headersOf(seed, { 'Content-Type': `text/plain; charset=${charset}` })}\r\n\r\n`,
      ),
      body(seed),
    ]),
  });
/** A mail with additional parts, which must not hide its text. */
export const beside =
  (more: (seed: Seed) => string | string[], end = true): Shape =>
  (seed) => ({
    raw: parts(seed, 'multipart/mixed', [text(seed.mark), ...[more(seed)].flat()], { end }),
  });
