import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A ticket's first message, or a later message of its requester. */
export type RuleEvent = 'ticket' | 'message';

/** All given conditions must hold. */
export interface RuleConditions {
  /** An e-mail address or a domain. */
  from?: string | undefined;
  subject?: string | undefined;
  main?: string | undefined;
  body?: string | undefined;
}

/** Tables of changes of tickets, macros and rules. */
export interface AutomationTables {
  ticket_changes: {
    id: string;
    actor: string;
    made_at: Date;
  };
  ticket_change_acts: {
    change_id: string;
    act_id: string;
    ticket_id: number;
    former_assignee: string | null;
  };
  macros: {
    id: GeneratedAlways<number>;
    owner_email: string | null;
    name: string;
    shared: boolean;
    actions: ColumnType<unknown, string, string>;
    updated_at: Date;
  };
  rules: {
    id: GeneratedAlways<number>;
    name: string;
    enabled: boolean;
    position: number;
    on_event: RuleEvent;
    conditions: ColumnType<RuleConditions, string, string>;
    macro_id: number;
    updated_at: Date;
  };
  rule_runs: {
    message_id: number;
    on_event: RuleEvent;
    answerable: boolean;
    arrived_at: Date;
    status: Generated<'pending' | 'done' | 'failed'>;
    due_at: Generated<Date>;
    lease_until: Date | null;
    attempts: Generated<number>;
    rule_id: number | null;
    replied_at: Date | null;
    error: string | null;
  };
}
