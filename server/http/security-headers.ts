import type { Request, Response } from 'express';
import helmet from 'helmet';

// The headers of helmet that matter to an API. The reference page has all of them.
const forApi = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  // CORS decides which origins may read responses.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const headers: Record<string, string> = {};
const recorder = {
  setHeader: (name: string, value: string) => {
    headers[name] = value;
  },
  removeHeader: () => undefined,
};
forApi({} as Request, recorder as unknown as Response, () => undefined);

/** The security headers of API responses. They never differ, so helmet computes them once: each call costs as much as routing. */
export const securityHeaders: Readonly<Record<string, string>> = headers;
