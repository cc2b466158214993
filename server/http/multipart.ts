import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError, type ErrorCode } from '../core/errors.ts';
import { decodeHeader } from '../text/characters.ts';
import { PartTypes, untyped } from './part-types.ts';

/** A file of a form; read `contents` to the end, or stop when `signal` aborts. */
interface FilePart {
  name: string;
  /** The type in lower case without parameters; `application/octet-stream` if it is not declared. */
  type: string;
  contents: Readable;
  signal: AbortSignal;
}

export interface FormRules {
  /** The name of the file field; a file with another name is refused. */
  field: string;
  /** The allowed text fields, each at most once; other fields are ignored. */
  textFields: readonly string[];
  maxFiles: number;
  maxFileBytes: number;
  tooLarge: ErrorCode;
}

type FormRequest = IncomingMessage & Pick<Request, 'is'>;

export interface Form<T> {
  files: T[];
  fields: Map<string, string>;
}

const maxFields = 20;
const maxFieldBytes = 1_000;
const starvedMs = 50;
const malformed = 'body não é um formulário multipart válido';

/** Streams each file to `take`. Throws `unsupported-media-type`, `invalid-request`, `rules.tooLarge`. */
export const readForm = async <T>(
  req: FormRequest,
  rules: FormRules,
  take: (part: FilePart) => Promise<T>,
): Promise<Form<T>> => {
  const { parser, types } = openParser(req, rules);
  const fields = new Map<string, string>();
  const taken: Promise<T>[] = [];
  const arriving: Readable[] = [];
  const stop = new AbortController();
  let refusal: unknown;

  const refuse = (error: unknown) => {
    if (refusal !== undefined) return;
    refusal = error;
    req.unpipe(types);
    // A parser that is destroyed during one of its events throws an error that cannot be caught.
    setImmediate(() => stop.abort(error));
  };
  const refuseAs = (detail: string) => refuse(new AppError('invalid-request', { detail }));

  parser.on('file', (field, contents, info) => {
    // The stream can emit errors after its end, and without a listener they end the process.
    contents.on('error', () => undefined);
    contents.once('limit', () => refuse(new AppError(rules.tooLarge)));
    arriving.push(contents);
    const name = info.filename ? unescapeName(decodedName(info.filename)) : undefined;
    if (field !== rules.field) refuseAs(`${rules.field} é o único campo de arquivo`);
    if (name === undefined || refusal !== undefined) {
      contents.resume();
      return;
    }
    const declared = info.mimeType.toLowerCase();
    const type = declared === untyped ? 'application/octet-stream' : declared;
    const part = { name, type, contents, signal: stop.signal };
    // An error thrown inside the parser's event would look like a malformed form.
    const taking = (async () => take(part))();
    taking.catch(refuse);
    taken.push(taking);
  });
  parser.on('field', (name, value, info) => {
    if (!rules.textFields.includes(name)) return;
    if (info.valueTruncated) refuseAs('campo longo demais');
    else if (fields.has(name)) refuseAs(`${name} deve aparecer uma só vez`);
    else fields.set(name, value);
  });
  parser.on('filesLimit', () =>
    refuseAs(`${rules.field} deve ter no máximo ${rules.maxFiles} itens`),
  );
  parser.on('fieldsLimit', () => refuseAs('campos demais'));
  parser.on('partsLimit', () => refuseAs('partes demais'));
  parser.on('error', () => refuseAs(malformed));

  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const onClose = () => {
    if (!req.readableEnded) refuseAs('body incompleto');
  };
  let starved: NodeJS.Timeout | undefined;
  const onEnd = () => {
    starved = setInterval(() => {
      const waiting = types.writableLength + types.readableLength + parser.writableLength;
      if (waiting === 0 && arriving.some(isStarved)) refuseAs(malformed);
    }, starvedMs);
  };
  req.once('end', onEnd);
  parser.once('close', end);
  stop.signal.addEventListener('abort', () => {
    parser.destroy();
    end();
  });
  req.once('close', onClose);
  // A caller who left earlier emits neither an end nor a close.
  if (req.destroyed) onClose();
  else req.pipe(types).pipe(parser);
  await ended;
  const outcomes = await Promise.allSettled(taken);
  // A refused body is drained later, which must not restart the interval.
  req.off('end', onEnd);
  clearInterval(starved);
  req.off('close', onClose);
  if (refusal !== undefined) throw refusal;
  return {
    files: outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    }),
    fields,
  };
};

/** Detects that busboy 1.6 never ends a file whose header is directly followed by a boundary. */
const isStarved = (contents: Readable): boolean =>
  contents.readableFlowing === true &&
  contents.readableLength === 0 &&
  !contents.readableEnded &&
  !contents.destroyed;

const openParser = (
  req: FormRequest,
  rules: FormRules,
): { parser: busboy.Busboy; types: PartTypes } => {
  if (!req.is('multipart/form-data')) throw new AppError('unsupported-media-type');
  try {
    const parser = busboy({
      headers: req.headers,
      // These are raw bytes, whose encoding decodedName detects.
      defParamCharset: 'latin1',
      limits: {
        // busboy reports the limit when it is reached, not when it is exceeded.
        fileSize: rules.maxFileBytes + 1,
        files: rules.maxFiles,
        fields: maxFields,
        fieldSize: maxFieldBytes,
        fieldNameSize: 100,
        parts: maxFields + rules.maxFiles,
        headerPairs: 50,
      },
    });
    const { params } = new MIMEType(req.headers['content-type'] ?? '');
    return { parser, types: new PartTypes(params.get('boundary') ?? '') };
  } catch (error) {
    throw new AppError('invalid-request', {
      detail: 'content-type não tem um boundary válido',
      cause: error,
    });
  }
};

/** Decodes the raw bytes of a name; a name of RFC 5987 is decoded already. */
const decodedName = (name: string): string =>
  /[\u0100-\uffff]/.test(name) ? name : decodeHeader(name, undefined);

/** Reverses the escapes in file names (HTML, "multipart/form-data encoding"). */
const unescapeName = (name: string): string =>
  name.replaceAll(/%(22|0a|0d)/gi, (escaped) => decodeURIComponent(escaped));
