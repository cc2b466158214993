import { deepStrictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import type { MeasuredProcess } from '../measured-process.ts';
import { type Call, type Line, type LineName, lines, refused, type World } from './requests.ts';
import { serverNames } from './start.ts';

/** What taking back a line's changes, and looking at them, needs. */
export interface Upkeep {
  reset: (line: Line) => Promise<void>;
  effectOf: (line: Line) => Promise<unknown>;
}

/** Sends one request; answers its status and its JSON, or its type, length and hash. */
export const ask = async (
  url: string,
  { method, path, token, type, body }: Call,
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
    },
    body: body === undefined ? null : new Uint8Array(Buffer.from(body)),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const contentType = response.headers.get('content-type');
  const isJson = contentType?.startsWith('application/json');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    status: response.status,
    body: isJson ? JSON.parse(bytes.toString()) : [contentType, bytes.length, hash],
  };
};

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const path = /^support\/(\d+)\/\d{4}-\d\d-\d\d\/[\da-f-]{36}_[\w.-]+\.pdf$/;

/** What differs between two servers that do the same, by the form that it must have. */
const forms: Record<string, (value: unknown) => unknown> = {
  createdAt: (value) => moment.test(String(value)),
  updatedAt: (value) => moment.test(String(value)),
  lastUpdated: (value) => moment.test(String(value)),
  caminhoArquivo: (value) => path.exec(String(value))?.[1],
  ttl: (value) => Number(value) > 0 && Number(value) <= 86_400,
  age: (value) => Number(value) >= 0 && Number(value) < 60,
  expiresIn: (value) => Number(value) > 7_140 && Number(value) <= 7_200,
};

/** Ids of what a request creates are numbers; all others are the same everywhere. */
const sameForm = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => {
    const form = forms[key];
    if (form) return form(inner);
    return inner;
  });

const withoutCreatedId = (line: Line, body: unknown): unknown =>
  line.status === 201
    ? JSON.parse(JSON.stringify(body), (key, inner) => (key === 'id' ? typeof inner : inner))
    : body;

const compare = (what: string, answers: readonly unknown[]): void => {
  const [expected, ...others] = answers;
  for (const [index, answer] of others.entries()) {
    deepStrictEqual(answer, expected, `${what}: ${serverNames[index + 1]} answers otherwise`);
  }
};

/** Throws where a server answers one of the lines with something else than the others, or leaves something else in the database. */
export const checkLines = async (
  names: readonly LineName[],
  servers: readonly MeasuredProcess[],
  worlds: readonly World[],
  upkeep: Upkeep,
): Promise<void> => {
  for (const name of names) {
    const line: Line = lines[name];
    const answers: unknown[] = [];
    for (const [index, server] of servers.entries()) {
      const world = worlds[index];
      if (!world) throw new Error('a server without a world');
      await upkeep.reset(line);
      const call = line.call(world, 0);
      if (line.cached) await ask(server.url, call);
      const { status, body } = await ask(server.url, call);
      deepStrictEqual(status, line.status, `${name}: ${serverNames[index]} answers ${status}`);
      const effect = await upkeep.effectOf(line);
      answers.push({ body: sameForm(withoutCreatedId(line, body)), effect });
    }
    compare(name, answers);
    await upkeep.reset(line);
  }
};

/** Throws where a server refuses something in other words than the others, or does not. To be called after the lines. */
export const checkRefusals = async (
  servers: readonly MeasuredProcess[],
  worlds: readonly World[],
): Promise<number> => {
  const calls = worlds.map(refused);
  const titles = Object.keys(calls[0] ?? {});
  for (const title of titles) {
    const answers: unknown[] = [];
    for (const [index, server] of servers.entries()) {
      const call = calls[index]?.[title];
      if (!call) throw new Error(`no request for ${title}`);
      answers.push(await ask(server.url, call));
    }
    compare(title, answers);
  }
  return titles.length;
};
