import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment } from './moment.ts';

export interface AttemptCounts {
  /**
   * The number of attempts by correct answers, result, and hour of the quiz's day (São Paulo); null: on a
   * later day.
   */
  results: { correctAnswers: number; passed: boolean; hour: number | null; attempts: number }[];
  choices: { questionId: string; option: string; chosen: number }[];
}

export type RankingVisibility = 'public' | 'anonymous' | 'hidden';

export interface ReaderTables {
  accounts: {
    email: string;
    name: string | null;
    /** The id of the subscription on the newsletter's platform. */
    subscription_id: string | null;
    subscription_status: string | null;
    created_at: Moment;
    updated_at: Moment;
  };
  streaks: {
    email: string;
    /** A set of civil days in PostgreSQL's notation: `{[2026-03-01,2026-03-04)}`. */
    read_days: string;
    last_interaction_at: ColumnType<Date, Date, Date>;
    since: ColumnType<Date, Date, never>;
    current_streak: GeneratedAlways<number>;
    max_streak: GeneratedAlways<number>;
    active_quarter: GeneratedAlways<number>;
    seniority: GeneratedAlways<string>;
    hidden: GeneratedAlways<boolean>;
    /** The days of `days_for_all` that the reader was given; null without any, like the next two. */
    given_days: string | null;
    /** Of these days, the ones that are credited without it, too. */
    earned_days: string | null;
    /** The last activity without the given days. */
    earned_interaction_at: Date | null;
  };
  days_for_all: {
    id: GeneratedAlways<number>;
    /** A plain select returns a Date at midnight UTC of some zone: select `day::text`. */
    day: ColumnType<never, string, never>;
    reason: string;
    readers: Generated<number>;
    done: Generated<boolean>;
    created_at: ColumnType<never, Date, never>;
    undone_at: Date | null;
  };
  reader_profiles: {
    email: string;
    display_name: string | null;
    ranking_visibility: Generated<RankingVisibility>;
    updated_at: Date;
  };
  streak_reminders: {
    email: string;
    id: GeneratedAlways<string>;
    enabled: boolean;
    changed_at: Date;
    /** The last day for which a reminder was about to leave. */
    mailed_on: ColumnType<string | null, never, string | null>;
  };
  streak_reminder_attempts: {
    reminder_id: string;
    day: ColumnType<never, string, string>;
    in_doubt: Generated<boolean>;
  };
  groups: {
    id: Generated<string>;
    name: string;
    description: string | null;
    is_public: boolean;
    owner_email: string;
    created_at: Moment;
  };
  group_invites: {
    id: GeneratedAlways<number>;
    group_id: string;
    token_hash: Buffer;
    expires_at: Date;
    max_uses: number | null;
    uses: Generated<number>;
    created_at: Date;
  };
  group_members: {
    group_id: string;
    email: string;
    added: GeneratedAlways<string>;
    current_streak: GeneratedAlways<number>;
    max_streak: GeneratedAlways<number>;
    /** The time in seconds since 1970. */
    last_interaction: GeneratedAlways<string | null>;
    name: GeneratedAlways<string | null>;
    anonymous: GeneratedAlways<boolean>;
  };
  quizzes: {
    id: Generated<string>;
    /** A plain select returns a Date at midnight UTC of some zone: select `quiz_date::text`. */
    quiz_date: ColumnType<never, string, never>;
    title: string;
    description: string;
    min_correct_answers: Generated<number>;
    unpublished_at: ColumnType<Date | null, never, Date | null>;
    unpublished_reason: ColumnType<string | null, never, string | null>;
    edition_id: string;
    edition_title: string;
    edition_text: string | null;
    created_at: Moment;
    /** A trigger increments it. */
    revision: ColumnType<number, number | undefined, never>;
  };
  quiz_questions: {
    id: Generated<string>;
    quiz_id: string;
    position: number;
    question: string;
    options: string[];
    correct_answer: string;
    explanation: string;
    former_answers: Generated<string[]>;
    annulled: Generated<boolean>;
    former_options: ColumnType<{ at: number; text: string }[], never, string>;
  };
  quiz_days: {
    /** A plain select returns a Date at midnight UTC of some zone: select `quiz_date::text`. */
    quiz_date: ColumnType<never, string, never>;
    held: Generated<boolean>;
    held_reason: string | null;
    failed_at: Date | null;
    failure: string | null;
    failed_edition: string | null;
    draft_failed_at: Date | null;
    missing_at: Date | null;
    draft_mailed_at: Date | null;
    missing_mailed_at: Date | null;
  };
  quiz_drafts: {
    id: Generated<string>;
    /** A plain select returns a Date at midnight UTC of some zone: select `quiz_date::text`. */
    quiz_date: ColumnType<never, string, never>;
    title: string;
    description: string;
    edition_id: string;
    edition_title: string;
    edition_text: string | null;
    questions: ColumnType<
      {
        id: string;
        question: string;
        options: string[];
        correctAnswer: string;
        explanation: string;
      }[],
      string,
      string
    >;
    held: Generated<boolean>;
    held_reason: string | null;
    created_at: Moment;
    /** A trigger increments it. */
    revision: GeneratedAlways<number>;
    refused: Generated<boolean>;
    edited_at: ColumnType<Date | null, never, Date | null>;
  };
  quiz_attempts: {
    quiz_id: string;
    email: string;
    answers: ColumnType<Record<string, string>, string, never>;
    correct_answers: number;
    passed: boolean;
    attempted_at: Date;
  };
  /** The job `count-quizzes` writes this table. */
  quiz_counts: {
    quiz_id: string;
    revision: number;
    counted_at: Date;
    counts: ColumnType<AttemptCounts, string, string>;
  };
  /** Triggers write this table. */
  quiz_count_changes: { quiz_id: ColumnType<string, never, never> };
}
