import type { Logger } from 'pino';
import type { Authenticate } from '../auth/authenticate.ts';
import type { AuthenticateInternal } from '../auth/sessions.ts';
import type { Redis } from '../clients/redis.ts';
import type { Config } from '../config/config.ts';
import type { BaseContext } from '../core/context.ts';
import type { HintStreams } from '../hints/streams.ts';
import type { LoadShedder } from '../http/admission/load-shedding.ts';
import type { PublicAddresses } from '../http/docs.ts';
import type { CheckReadiness } from '../http/health.ts';
import type { JobRunner } from '../jobs/runner.ts';
import type { ConsoleSite } from '../sessions/http.ts';
import type { MetricsRegistry } from '../telemetry/metrics-registry.ts';
import type { Tracing } from '../telemetry/tracing.ts';

export interface AppParts {
  config: Config;
  base: BaseContext;
  addresses: PublicAddresses;
  authenticate: Authenticate;
  /** Identifies the caller of an internal request, by bearer token or by the console's cookie. */
  authenticateInternal: AuthenticateInternal;
  /** Undefined if there is no console. */
  console: ConsoleSite | undefined;
  redis: Redis | undefined;
  metricsRegistry: MetricsRegistry;
  traceRequest: Tracing['request'];
  jobs: Pick<JobRunner, 'list' | 'countLeft' | 'run'>;
  checkReadiness: CheckReadiness;
  hintStreams: HintStreams;
  /** Undefined if nothing is refused under load. */
  loadShedder: LoadShedder | undefined;
  /** Dumps the embedded database; undefined on a server. */
  dumpDatabase: (() => Promise<Blob>) | undefined;
  log: Logger;
}
