import { expect, onTestFinished } from 'vitest';
import { insertHint } from '../../db/hints/hints.ts';
import { serviceTest } from '../fixture.ts';
import { openEventStream } from './event-stream.ts';

const it = serviceTest();

it('emits hints in the order of commits, not of the beginnings of transactions', async ({
  app,
  db,
}) => {
  const authorization = `Bearer ${await app.token({ role: 'agent' })}`;
  const stream = await openEventStream(app.internalUrl, { authorization });
  onTestFinished(stream.leave);
  const slow = await db.startTransaction().execute();
  await insertHint(slow, 'ticket:1');
  await insertHint(db, 'ticket:2');
  await stream.receives('ticket:2');
  expect(stream.data()).toEqual(['ticket:2']);
  await slow.commit().execute();
  await stream.receives('ticket:1');
  expect(stream.data()).toEqual(['ticket:2', 'ticket:1']);
});
