import type { AutomationTables } from './tables/automation.ts';
import type { MailTables } from './tables/mail.ts';
import type { OperationTables } from './tables/operations.ts';
import type { ReaderTables } from './tables/readers.ts';
import type { SupportTables } from './tables/support.ts';

export type { RuleConditions, RuleEvent } from './tables/automation.ts';
export type { MailStatus } from './tables/mail.ts';
export type { FieldChange } from './tables/operations.ts';
export type { AttemptCounts, RankingVisibility } from './tables/readers.ts';
export type {
  MessageOrigin,
  StoredFilter,
  TicketStatus,
} from './tables/support.ts';

/** All tables, as Kysely reads and writes them. */
export interface Schema
  extends AutomationTables,
    MailTables,
    OperationTables,
    ReaderTables,
    SupportTables {}
