import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { graceMs } from '../../server/boot.ts';
import { parseConfig } from '../../server/config/config.ts';
import { environment } from '../../server/config/environment.ts';
import { kubernetesVersions, renderKustomization, validateManifests } from './checkers.ts';
import { manifestOf, manifestsOf, secretValues, variablesOf } from './kubernetes-manifests.ts';

const manifests = 'deploy/kubernetes';
const read = (name: string) => readFile(join(manifests, name), 'utf8');

const folder = await mkdtemp(join(tmpdir(), 'leitor-kubernetes-'));
afterAll(() => rm(folder, { recursive: true }));

const rendered = await renderKustomization(manifests);
const [secret, console, dockerfile, proxy, operations] = await Promise.all([
  read('secret.example.env'),
  read('console.example.yaml'),
  readFile('deploy/Dockerfile', 'utf8'),
  readFile('deploy/haproxy.cfg', 'utf8'),
  readFile('docs/operations.md', 'utf8'),
]);

const deployment = manifestOf(rendered, 'Deployment');
const pod = (path: string) => deployment(`spec.template.spec.${path}`);
const container = (path: string) => pod(`containers.0.${path}`);
const migration = (path: string) => pod(`initContainers.0.${path}`);
const ingress = manifestOf(rendered, 'Ingress');
const autoscaler = manifestOf(rendered, 'HorizontalPodAutoscaler');
const variables = variablesOf(manifestOf(rendered, 'ConfigMap'));
const placeholders = parseEnv(secret);
const env = { NODE_ENV: 'production', ...variables, ...secretValues };
const config = parseConfig(env);

describe("Kubernetes' schemas", () => {
  const write = async (text: string): Promise<string> => {
    const file = join(folder, 'manifests.yaml');
    await writeFile(file, text);
    return file;
  };

  it.each(kubernetesVersions)('of %s accept every manifest', async (version) => {
    const file = await write(`${rendered}\n---\n${console}`);
    expect(await validateManifests(file, version)).toBe(9);
  });

  it('refuse an unknown field', async () => {
    const misspelt = rendered.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
    const file = await write(misspelt);
    await expect(validateManifests(file, kubernetesVersions[0])).rejects.toThrow('was unexpected');
  });
});

describe('the configuration', () => {
  it('has only variables that the service reads', () => {
    const named = [...Object.keys(variables), ...Object.keys(placeholders)];
    expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(secretValues).sort()).toEqual(Object.keys(placeholders).sort());
  });

  it.each(Object.keys(placeholders))('does not start with the placeholder of %s', (name) => {
    expect(() => parseConfig({ ...env, [name]: placeholders[name] })).toThrow(name);
  });

  it('has one public address and lets internal tools call their Service by its name', () => {
    expect(ingress('spec.rules')).toHaveLength(1);
    expect(config.publicUrl).toBe(`https://${ingress('spec.rules.0.host')}`);
    const namespace = deployment('metadata.namespace');
    expect(config.internalHosts).toContain(`leitor-internal.${namespace}.svc`);
  });

  it('leaves connections of PostgreSQL for upgrades and people', () => {
    expect(config.processes).toBe(1);
    // docs/operations.md, "Capacity".
    expect(
      Number(autoscaler('spec.maxReplicas')) * (config.database?.poolSize ?? 0) * 1.5,
    ).toBeLessThan(100);
  });
});

describe('a pod', () => {
  it("runs the image as its user, on the image's ports", () => {
    // The images of Node give `node` this number.
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(pod('securityContext')).toMatchObject({ runAsUser: 1_000, runAsNonRoot: true });
    const exposed = /^EXPOSE (.+)$/m.exec(dockerfile)?.[1]?.split(' ').map(Number);
    expect(container('ports')).toEqual([
      { name: 'http', containerPort: exposed?.[0] },
      { name: 'internal', containerPort: exposed?.[1] },
    ]);
    expect([config.listen.port, config.internalListen.port]).toEqual(exposed);
    expect(config.internalListen.host).toBe('0.0.0.0');
    expect(container('command')).toBeUndefined();
    expect(dockerfile).toContain(`COPY ${migration('command.1')} `);
    expect(migration('image')).toBe(container('image'));
  });

  it('may do nothing that the service does not need', () => {
    expect(migration('securityContext')).toEqual(container('securityContext'));
    expect(container('securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod('automountServiceAccountToken')).toBe(false);
  });

  it('gets as long to stop as docs/operations.md says', () => {
    const stops = config.shutdownDelayMs + graceMs;
    const seconds = pod('terminationGracePeriodSeconds');
    expect(Number(seconds) * 1_000).toBeGreaterThan(stops);
    const [, margin] = /`SHUTDOWN_DELAY` \+ (\d+) s/.exec(operations) ?? [];
    expect(seconds).toBe(config.shutdownDelayMs / 1_000 + Number(margin));
  });
});

describe('the network', () => {
  const services = manifestsOf(rendered, 'Service');
  const portsOf = (name: unknown) =>
    services.find((service) => service('metadata.name') === name)?.('spec.ports');
  const toPort = (name: unknown) => [expect.objectContaining({ targetPort: name })];

  it('keeps the public and the internal port apart', () => {
    const backend = (path: string) => ingress(`spec.rules.0.http.paths.0.backend.service.${path}`);
    expect(portsOf(backend('name'))).toEqual(toPort(backend('port.name')));
    expect(portsOf('leitor')).toEqual(toPort('http'));
    expect(portsOf('leitor-internal')).toEqual(toPort('internal'));
  });

  it('has the limits of deploy/haproxy.cfg', () => {
    const found = (pattern: RegExp): string => pattern.exec(proxy)?.[1] ?? `no ${pattern}`;
    const limits = {
      'balance-algorithm': found(/^ +balance (\S+)$/m),
      'timeout-http-request': found(/^ +timeout http-request (\S+)$/m),
      'timeout-server': found(/^ +timeout server (\S+)$/m),
      'limit-connections': found(/sc0_conn_cur gt (\d+)/),
      // There it is counted over ten seconds.
      'limit-rps': found(/sc0_conn_rate gt (\d+)0 /),
      'config-backend': `${found(/^ +(http-request return status 404 .+)$/m)}\n`,
    };
    expect(ingress('metadata.annotations')).toEqual(
      Object.fromEntries(
        Object.entries(limits).map(([name, value]) => [`haproxy-ingress.github.io/${name}`, value]),
      ),
    );
  });
});
