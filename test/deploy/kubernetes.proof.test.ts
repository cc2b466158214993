import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { environment } from '../../server/config/environment.ts';
import { kubernetesVersions, renderKustomization, validateManifests } from './checkers.ts';
import { manifestOf, manifestsOf, secretValues, variablesOf } from './kubernetes-manifests.ts';

const manifests = 'deploy/kubernetes';
const read = (name: string) => readFile(join(manifests, name), 'utf8');

const folder = await mkdtemp(join(tmpdir(), 'leitor-kubernetes-'));
afterAll(() => rm(folder, { recursive: true }));

const rendered = await renderKustomization(manifests);
const [secret, console] = await Promise.all([
  read('secret.example.env'),
  read('console.example.yaml'),
]);

const deployment = manifestOf(rendered, 'Deployment');
const ingress = manifestOf(rendered, 'Ingress');
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
});
