import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type Route, routes } from '../../contract/routes.ts';

describe("the client's table of routes", () => {
  it('agrees with the contract on every operation', () => {
    const fromContract = Object.entries(contract).map(([operation, route]) => {
      const file = 200 in route.responses && 'contentType' in route.responses[200];
      const expected: Route = {
        method: route.method,
        path: route.path,
        ...(route.metadata.base === 'streaks' && { streaks: true }),
        ...('contentType' in route && { form: true }),
        ...(file && { file: true }),
      };
      return [operation, expected];
    });
    expect(routes).toEqual(Object.fromEntries(fromContract));
  });
});
