import type { Request, Response } from 'express';
import helmet from 'helmet';

/**
 * Sets the headers that helmet sets. They are the same on every answer, so helmet is asked once; asking it each time would
 * cost as much as routing.
 */
export const securityHeaders = (
  options?: Parameters<typeof helmet>[0],
): ((res: Response) => void) => {
  const headers: [string, string][] = [];
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  helmet(options)({} as Request, recorder as unknown as Response, () => undefined);
  return (res) => {
    for (const [name, value] of headers) res.setHeader(name, value);
  };
};
