import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Result of a load. */
export interface LoadReport {
  answered: number;
  /** Requests with an unexpected response or none. */
  failed: string[];
  /** Names of acknowledged writes. */
  tags: string[];
  files: string[];
}

/** Target and credentials of a load. */
export interface LoadTarget {
  url: string;
  token: string;
  ticketId: number;
  /** A ticket that is only read. */
  quietTicketId: number;
}

/** A running load. */
export interface Load {
  answered: () => number;
  /** Stops after each client's current request. */
  stop: () => Promise<LoadReport>;
}

const keptAlive = 6;
const alwaysNew = 3;
const pathOf = ({ ticketId }: LoadTarget) => `/support/${ticketId}/anexos`;

/**
 * Clients that read and write until stopped, one request after another: some on a keep-alive connection, some on a new one each
 * time. No request is retried.
 */
export const startLoad = (target: LoadTarget): Load => {
  const report: LoadReport = { answered: 0, failed: [], tags: [], files: [] };
  let stopping = false;
  const client = async (id: number) => {
    const agent = new Agent({ keepAlive: id < keptAlive, maxSockets: 1 });
    const ask = async (expected: number, method: string, path: string, body?: Body) => {
      try {
        const { status, text } = await send(agent, target, method, path, body);
        report.answered += 1;
        if (status === expected) return true;
        report.failed.push(`${method} ${path}: ${status} ${text}`);
      } catch (error) {
        report.failed.push(`${method} ${path}: ${error}`);
      }
      return false;
    };
    for (let turn = 0; !stopping; turn += 1) {
      const name = `c${id}-${turn}`;
      const tag = { type: 'application/json', text: JSON.stringify({ name, color: '#1D4ED8' }) };
      if (await ask(201, 'POST', '/support/tags', tag)) report.tags.push(name);
      await ask(200, 'GET', `/support/${target.quietTicketId}/anexos`);
      if (await ask(201, 'POST', pathOf(target), upload(`${name}.txt`))) {
        report.files.push(`${name}.txt`);
      }
      await ask(200, 'GET', '/streaks/ranking/global');
    }
    agent.destroy();
  };
  const clients = Array.from({ length: keptAlive + alwaysNew }, (_, id) => client(id));
  return {
    answered: () => report.answered,
    stop: async () => {
      stopping = true;
      await Promise.all(clients);
      return report;
    },
  };
};

interface Body {
  type: string;
  text: string;
}

const upload = (name: string): Body => ({
  type: 'multipart/form-data; boundary=x',
  text: [
    '--x',
    `Content-Disposition: form-data; name="arquivo"; filename="${name}"`,
    'Content-Type: text/plain',
    '',
    `O arquivo ${name}`,
    '--x--',
    '',
  ].join('\r\n'),
});

const send = async (
  agent: Agent,
  { url, token }: LoadTarget,
  method: string,
  path: string,
  body?: Body,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
  };
  const asking = request(url + path, { agent, method, headers, timeout: 30_000 }, resolve);
  asking.on('error', reject);
  asking.on('timeout', () => asking.destroy(new Error('no response in 30 s')));
  asking.end(body?.text);
  const answer = await promise;
  return { status: answer.statusCode, text: await text(answer) };
};
