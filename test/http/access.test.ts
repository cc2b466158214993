import { afterAll, describe, expect, it } from 'vitest';
import { type Access, type CostClass, contract } from '../../contract/index.ts';
import { startApp } from '../harness.ts';

// Every operation as everybody: who is refused, and with what. Who owns what is tested with each
// domain (test/groups/own-groups.test.ts for groups, test/attachments/access.test.ts for tickets);
// a quiz result, a history, a streak and a place are of the caller alone.

const app = await startApp({
  RATE_LIMIT: 'on',
  QUIZ_GENERATE_AUTH: 'admin',
  BEEHIIV_WEBHOOK_SECRET: 'the-secret-of-the-newsletter-events',
});
afterAll(() => app.close());

/** Who may call each operation, and the class of limits that it counts in: docs/behaviour/http.md. */
const rules: Record<keyof typeof contract, [Access, CostClass]> = {
  uploadAttachments: ['reader', 'upload'],
  listTicketAttachments: ['reader', 'read'],
  downloadAttachment: ['signed-url', 'download'],
  deleteAttachment: ['reader', 'write'],
  listMyTickets: ['reader', 'read'],
  createMyTicket: ['reader', 'write'],
  getMyTicket: ['reader', 'read'],
  addMyTicketMessage: ['reader', 'write'],
  createTag: ['agent', 'write'],
  listTags: ['reader', 'read'],
  deleteTag: ['agent', 'write'],
  updateQuickReply: ['agent', 'write'],
  createBatchReplies: ['agent', 'batch'],
  getTicketTimeSeries: ['agent', 'report'],
  getReportFilters: ['agent', 'report'],
  getQuiz: ['reader', 'read'],
  getTodaysQuiz: ['reader', 'read'],
  listQuizHistory: ['reader', 'read'],
  getQuizResult: ['reader', 'read'],
  submitQuiz: ['reader', 'submit'],
  generateQuiz: ['quiz-generation', 'generation'],
  listAiResources: ['reader', 'read'],
  getGlobalRanking: ['public', 'ranking'],
  getMyRanking: ['reader', 'read'],
  getGroupRanking: ['reader', 'group-ranking'],
  getMyStreak: ['reader', 'read'],
  recordMyReading: ['reader', 'submit'],
  updateMyStreakProfile: ['reader', 'write'],
  getMyReminder: ['reader', 'read'],
  updateMyReminder: ['reader', 'write'],
  listMyGroups: ['reader', 'read'],
  createGroup: ['reader', 'write'],
  joinGroup: ['reader', 'submit'],
  updateGroup: ['reader', 'write'],
  deleteGroup: ['reader', 'write'],
  createGroupInvite: ['reader', 'write'],
  revokeGroupInvite: ['reader', 'write'],
  listGroupMembers: ['reader', 'read'],
  leaveGroup: ['reader', 'write'],
  removeGroupMember: ['reader', 'write'],
  receiveNewsletterEvent: ['webhook', 'webhook'],
};

const people = ['anonymous', 'reader', 'agent', 'admin'] as const;
type Person = (typeof people)[number];

/** The code that refuses a person; undefined: they are admitted, even if the request then fails. */
const refusals: Record<Access, Partial<Record<Person, string>>> = {
  public: {},
  reader: { anonymous: 'invalid-token' },
  agent: { anonymous: 'invalid-token', reader: 'forbidden' },
  'signed-url': { anonymous: 'invalid-token' },
  'quiz-generation': { anonymous: 'invalid-token', reader: 'forbidden', agent: 'forbidden' },
  webhook: Object.fromEntries(people.map((person) => [person, 'invalid-signature'])),
};

const tokens = new Map<Person, string>();
for (const role of ['reader', 'agent', 'admin'] as const) {
  tokens.set(role, await app.token({ role }));
}

const call = async (
  operation: keyof typeof contract,
  person: Person,
  query = '',
): Promise<Response> => {
  const { method, path } = contract[operation];
  const token = tokens.get(person);
  // An event is validated before its signature is checked.
  const body =
    operation === 'receiveNewsletterEvent' ? { uid: 'evt_1', event_type: 'post.sent' } : {};
  return fetch(app.url + path.replaceAll(/:\w+/g, '999999') + query, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
};

const operations = Object.keys(contract).filter(
  (operation): operation is keyof typeof contract => operation in contract,
);

it('a download token in the query of another route is no token', async () => {
  const response = await call('listTags', 'anonymous', '?token=a.b.c');
  expect(response.headers.get('x-error-code')).toBe('invalid-token');
});

describe.each(operations)('%s', (operation) => {
  const [access, cost] = rules[operation];
  const expected = refusals[access];

  it.each(people)('as %s', async (person) => {
    const response = await call(operation, person);
    await response.body?.cancel();
    const code = response.headers.get('x-error-code');
    if (expected[person]) {
      expect(code).toBe(expected[person]);
      return;
    }
    expect(['invalid-token', 'forbidden', 'not-found', 'method-not-allowed']).not.toContain(code);
    expect(response.status).not.toBe(500);
    expect(response.headers.get('ratelimit-policy')).toContain(`"${cost}";`);
  });
});
