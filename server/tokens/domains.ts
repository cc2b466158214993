/** The routers of the internal API, by which keys name domains. */
const routers = [
  'accounts',
  'ai',
  'attachments',
  'audit',
  'groups',
  'inbound',
  'jobs',
  'macros',
  'me',
  'operations',
  'outbox',
  'people',
  'quickReplies',
  'quiz',
  'replies',
  'reports',
  'rules',
  'sessions',
  'streaks',
  'tags',
  'team',
  'tickets',
  'tokens',
  'views',
  'webhooks',
] as const;

/** The domains that a key may be for: the internal API's routers and the files of the public contract. */
export const keyDomains = [...routers, 'rankings', 'readerTickets'] as const;
