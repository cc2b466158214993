import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/servers/local-server.ts';
import { graceMs } from '../../server/boot.ts';
import { clonePostgres } from '../database.ts';
import { signedToken } from '../harness.ts';
import { startProcess, startProgram, type TestProcess } from '../process.ts';
import { renderKustomization } from './checkers.ts';
import { manifestOf, secretValues, variablesOf } from './kubernetes-manifests.ts';

const rendered = await renderKustomization('deploy/kubernetes');
const deployment = manifestOf(rendered, 'Deployment');
const specOf = (path: string) => deployment(`spec.template.spec.${path}`);

/** A service that runs as in a pod. */
interface Pod {
  url: string;
  internalUrl: string;
  env: Record<string, string>;
  running: TestProcess;
}

describe('the service with the configuration of a pod', () => {
  let folder: string;
  let clone: Awaited<ReturnType<typeof clonePostgres>>;
  let pod: Pod;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'leitor-pod-'));
    clone = await clonePostgres();
    pod = await startPod();
    return async () => {
      await pod.running.end('SIGKILL');
      await clone.drop();
      await rm(folder, { recursive: true });
    };
  });

  const startPod = async (): Promise<Pod> => {
    const [port, internalPort] = [await freePort(), await freePort()];
    const env = {
      NODE_ENV: 'production',
      ...variablesOf(manifestOf(rendered, 'ConfigMap')),
      ...secretValues,
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      DATABASE_URL: clone.url,
      REDIS_URL: `${process.env.TEST_REDIS_URL}`,
      STORAGE_URL: `file:${join(folder, 'files')}`,
    };
    const running = startProcess('server/main.ts', env);
    await running.line(/"msg":"ready"/);
    return {
      url: `http://127.0.0.1:${port}`,
      internalUrl: `http://127.0.0.1:${internalPort}`,
      env,
      running,
    };
  };

  it('responds to the probes', async () => {
    for (const probe of ['livenessProbe', 'readinessProbe'] as const) {
      const path = specOf(`containers.0.${probe}.httpGet.path`);
      expect(specOf(`containers.0.${probe}.httpGet.port`)).toBe('http');
      expect((await fetch(`${pod.url}${path}`)).status, `${path}`).toBe(200);
    }
  });

  it.each([
    ['leitor-internal', 200],
    ['leitor-internal.leitor.svc', 200],
    ['leitor-internal.leitor.svc.cluster.local', 200],
    ['leitor.example.com', 403],
  ])('responds on the internal port as %s with %d', async (host, status) => {
    const responded = await new Promise((resolve, reject) => {
      get(`${pod.internalUrl}/livez`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
    expect(responded).toBe(status);
  });

  it('lets the admin CLI in the same container call it', async () => {
    const cli = ['cli/main.ts', 'jobs', 'list', '--json'];
    await startProgram([process.execPath, ...cli], pod.env).line(/"name": "daily-quiz"/);
  });

  it('stops in time, although a request never ends', async () => {
    const { url, running } = await startPod();
    onTestFinished(async () => void (await running.end('SIGKILL')));
    const token = await signedToken(
      { role: 'agent', email: 'atendimento@exemplo.com.br' },
      secretValues.AUTH_JWT_SECRET,
    );
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket
      .on('error', () => undefined)
      .write(
        `POST /support/tags HTTP/1.1\r\nHost: leitor\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
      );
    await expect.poll(async () => (await fetch(`${url}/livez`)).status).toBe(200);
    const started = performance.now();
    expect(await running.end('SIGTERM')).toBe(0);
    const seconds = (performance.now() - started) / 1_000;
    // It waited for the request.
    expect(seconds).toBeGreaterThan(graceMs / 1_000);
    expect(seconds).toBeLessThan(Number(specOf('terminationGracePeriodSeconds')) - 10);
  }, 60_000);
});
