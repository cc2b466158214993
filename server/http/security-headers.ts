import type { Request, Response } from 'express';
import helmet from 'helmet';

// What helmet knows that means something to those who call an API; the rest is for pages, and the reference page has it all.
const forApi = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  // Pages of other origins may read answers where CORS lets them.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

const headers: [string, string][] = [];
const recorder = {
  setHeader: (name: string, value: string) => headers.push([name, value]),
  removeHeader: () => undefined,
};
forApi({} as Request, recorder as unknown as Response, () => undefined);

/**
 * Sets the security headers of API answers. They are the same on every one, so helmet was asked once; asking it each time
 * would cost as much as routing.
 */
export const setSecurityHeaders = (res: Response): void => {
  for (const [name, value] of headers) res.setHeader(name, value);
};
