import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  securityContext: z.unknown(),
  envFrom: z.unknown(),
});

/** What the tests read of the manifests. */
const shapes = {
  Namespace: z.object({ metadata: z.object({ name: z.string() }) }),
  ConfigMap: z.object({
    metadata: z.object({ name: z.string() }),
    data: z.record(z.string(), z.string()),
  }),
  Secret: z.object({ stringData: z.record(z.string(), z.string()) }),
  Service: z.object({
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
    }),
  }),
  Deployment: z.object({
    spec: z.object({
      template: z.object({
        spec: z.object({
          automountServiceAccountToken: z.boolean(),
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.unknown(),
          initContainers: z.tuple([container]),
          containers: z.tuple([
            container.extend({
              ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
              env: z.array(
                z.object({
                  name: z.string(),
                  valueFrom: z.object({
                    secretKeyRef: z.strictObject({ name: z.string(), key: z.string() }),
                  }),
                }),
              ),
              startupProbe: probe,
              readinessProbe: probe,
              livenessProbe: probe,
              volumeMounts: z.tuple([z.object({ mountPath: z.string() })]),
            }),
          ]),
        }),
      }),
    }),
  }),
  NetworkPolicy: z.object({
    spec: z.object({
      ingress: z.array(
        z.object({ from: z.array(z.unknown()), ports: z.tuple([z.object({ port: z.string() })]) }),
      ),
    }),
  }),
  HorizontalPodAutoscaler: z.object({
    spec: z.object({
      minReplicas: z.number(),
      maxReplicas: z.number(),
      metrics: z.tuple([
        z.object({
          type: z.literal('Pods'),
          pods: z.object({ metric: z.object({ name: z.string() }) }),
        }),
      ]),
    }),
  }),
  Ingress: z.object({
    metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
    spec: z.object({
      rules: z.tuple([
        z.object({
          host: z.string(),
          http: z.object({
            paths: z.tuple([
              z.object({
                backend: z.object({
                  service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
                }),
              }),
            ]),
          }),
        }),
      ]),
    }),
  }),
  PodMonitor: z.object({
    spec: z.object({
      jobLabel: z.string(),
      podMetricsEndpoints: z.tuple([z.object({ port: z.string(), path: z.string() })]),
    }),
  }),
};

/** Every manifest of a kind in a file, as far as `shapes` knows it. */
export const manifestsOf = <Kind extends keyof typeof shapes>(
  text: string,
  kind: Kind,
): z.output<(typeof shapes)[Kind]>[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest.kind === kind)
    .map((manifest) => shapes[kind].parse(manifest) as z.output<(typeof shapes)[Kind]>);

/** The only manifest of a kind in a file. */
export const manifestOf = <Kind extends keyof typeof shapes>(
  text: string,
  kind: Kind,
): z.output<(typeof shapes)[Kind]> => {
  const [manifest, ...more] = manifestsOf(text, kind);
  if (!manifest || more.length > 0) throw new Error(`expected one ${kind}`);
  return manifest;
};

/** Values that the Secret could have. */
export const secretValues = {
  DATABASE_URL: 'postgres://leitor@database/leitor',
  REDIS_URL: 'redis://cache:6379',
  STORAGE_URL: 's3://leitor/attachments?region=us-east-1',
  AUTH_JWT_SECRET: 's'.repeat(40),
};
