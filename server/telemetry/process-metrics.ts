import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { z } from 'zod';

// These functions add up the metrics of several processes (PROCESSES). The scraped process requests them
// from the primary process, which collects them from all. Gauges that are equal in every process have an
// `aggregator`; others are added.

const request = z.object({ type: z.literal('leitor:metrics'), id: z.uuid() });
const response = request.extend({ text: z.string().optional(), error: z.string().optional() });

/** Sends the metrics of all processes to each process that requests them; runs in the primary process. */
export const aggregateMetrics = (): void => {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', async (worker, message) => {
    const { data } = request.safeParse(message);
    if (!data) return;
    const found = await aggregator.clusterMetrics().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    );
    if (worker.isConnected()) worker.send({ ...data, ...found });
  });
};

/** Lets the primary process, if there is one, read this registry. */
export const shareMetrics = (registry: Registry): void => {
  if (!cluster.isWorker) return;
  AggregatorRegistry.setRegistries(registry);
  // The constructor listens for the primary process.
  new AggregatorRegistry();
};

/** Returns the metrics of all processes as text, or this registry's if this is the only process. */
export const renderMetrics = (registry: Registry): Promise<string> => {
  if (!cluster.isWorker) return registry.metrics();
  const id = randomUUID();
  return new Promise((resolve, reject) => {
    const take = (message: unknown) => {
      const { data } = response.safeParse(message);
      if (data?.id !== id) return;
      process.off('message', take);
      if (data.text === undefined) reject(new Error(data.error));
      else resolve(data.text);
    };
    process.on('message', take);
    process.send?.({ type: 'leitor:metrics', id });
  });
};
