import { deepStrictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import type { MeasuredProcess } from '../measured-process.ts';
import { type Fixture, type Scenario, type ScenarioName, scenarios } from './requests.ts';
import type { ApiRequest } from './send.ts';
import { serverNames } from './start.ts';

/** Resets and inspects the state that the servers share. */
export interface SharedState {
  reset: (scenario: Scenario) => Promise<void>;
  effectOf: (scenario: Scenario) => Promise<unknown>;
}

/** The headers of a file that clients rely on. */
const fileHeaders = [
  'content-type',
  'content-length',
  'content-disposition',
  'etag',
  'cache-control',
  'content-security-policy',
  'x-content-type-options',
];

/** Sends one request; returns its status and its JSON, or a file's headers and hash. */
export const sendRequest = async (
  url: string,
  { method, path, token, type, body }: ApiRequest,
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
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    status: response.status,
    body: isJson
      ? JSON.parse(bytes.toString())
      : [...fileHeaders.map((name) => response.headers.get(name)), hash],
  };
};

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const path = /^support\/(\d+)\/\d{4}-\d\d-\d\d\/[\da-f-]{36}_[\w.-]+\.pdf$/;

/** Fields whose values differ between servers, reduced to whether their form is valid. */
const forms: Record<string, (value: unknown) => unknown> = {
  createdAt: (value) => moment.test(String(value)),
  updatedAt: (value) => moment.test(String(value)),
  lastUpdated: (value) => moment.test(String(value)),
  caminhoArquivo: (value) => path.exec(String(value))?.[1],
  ttl: (value) => Number(value) > 0 && Number(value) <= 86_400,
  age: (value) => Number(value) >= 0 && Number(value) < 60,
  expiresIn: (value) => Number(value) > 7_140 && Number(value) <= 7_200,
};

/** Replaces values that legitimately differ by their form. */
const sameForm = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => {
    const form = forms[key];
    if (form) return form(inner);
    return inner;
  });

const withoutCreatedId = (scenario: Scenario, body: unknown): unknown =>
  scenario.status === 201
    ? JSON.parse(JSON.stringify(body), (key, inner) => (key === 'id' ? typeof inner : inner))
    : body;

const compare = (what: string, responses: readonly unknown[]): void => {
  const [expected, ...others] = responses;
  for (const [index, response] of others.entries()) {
    deepStrictEqual(response, expected, `${what}: ${serverNames[index + 1]} differs`);
  }
};

/** Throws if a server's response to a scenario, or what it wrote, differs from the others'. */
export const checkResponses = async (
  names: readonly ScenarioName[],
  servers: readonly MeasuredProcess[],
  fixtures: readonly Fixture[],
  sharedState: SharedState,
): Promise<void> => {
  for (const name of names) {
    const scenario: Scenario = scenarios[name];
    const responses: unknown[] = [];
    for (const [index, server] of servers.entries()) {
      const fixture = fixtures[index];
      if (!fixture) throw new Error('a server without a fixture');
      await sharedState.reset(scenario);
      const request = scenario.request(fixture, 0);
      if (scenario.cached) await sendRequest(server.url, request);
      const { status, body } = await sendRequest(server.url, request);
      deepStrictEqual(status, scenario.status, `${name}: ${serverNames[index]} returned ${status}`);
      const effect = await sharedState.effectOf(scenario);
      responses.push({ body: sameForm(withoutCreatedId(scenario, body)), effect });
    }
    compare(name, responses);
    await sharedState.reset(scenario);
  }
};
