import type { Relation } from 'typeorm';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';

@Entity('accounts')
export class Account {
  @PrimaryColumn('text')
  email: string;

  @Column('text', { nullable: true })
  name: string | null;
}

@Entity('streaks')
export class Streak {
  @PrimaryColumn('text')
  email: string;

  @Column('integer', { name: 'current_streak' })
  currentStreak: number;

  @Column('integer', { name: 'max_streak' })
  maxStreak: number;

  @Column('bigint')
  seniority: string;

  @Column('timestamptz', { name: 'last_interaction_at' })
  lastInteractionAt: Date;
}

@Entity('groups')
export class Group {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('boolean', { name: 'is_public' })
  isPublic: boolean;

  @Column('text', { name: 'owner_email' })
  ownerEmail: string;
}

@Entity('group_members')
export class GroupMember {
  @PrimaryColumn('uuid', { name: 'group_id' })
  groupId: string;

  @PrimaryColumn('text')
  email: string;

  @Column({ type: 'bigint', insert: false })
  added: string;
}

@Entity('tags')
export class Tag {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  color: string;

  @Column('boolean', { name: 'is_default' })
  isDefault: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt: Date;
}

@Entity('quizzes')
export class Quiz {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('date', { name: 'quiz_date' })
  quizDate: string;

  @Column('integer', { name: 'min_correct_answers' })
  minCorrectAnswers: number;

  @OneToMany(
    () => QuizQuestion,
    (question) => question.quiz,
  )
  questions: Relation<QuizQuestion[]>;
}

@Entity('quiz_questions')
export class QuizQuestion {
  @PrimaryGeneratedColumn('uuid')
  id: string;

  @ManyToOne(
    () => Quiz,
    (quiz) => quiz.questions,
  )
  @JoinColumn({ name: 'quiz_id' })
  quiz: Relation<Quiz>;

  @Column('integer')
  position: number;

  @Column('text')
  question: string;

  @Column('text', { array: true })
  options: string[];

  @Column('text', { name: 'correct_answer' })
  correctAnswer: string;

  @Column('text')
  explanation: string;
}

@Entity('quiz_attempts')
export class QuizAttempt {
  @PrimaryColumn('uuid', { name: 'quiz_id' })
  quizId: string;

  @PrimaryColumn('text')
  email: string;

  @Column('jsonb')
  answers: Record<string, string>;

  @Column('integer', { name: 'correct_answers' })
  correctAnswers: number;

  @Column('boolean')
  passed: boolean;

  @Column('timestamptz', { name: 'attempted_at' })
  attemptedAt: Date;
}

@Entity('tickets')
export class Ticket {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('text', { name: 'requester_email', nullable: true })
  requesterEmail: string | null;
}

@Entity('attachments')
export class Attachment {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('integer', { name: 'ticket_id' })
  ticketId: number;

  @ManyToOne(() => Ticket)
  @JoinColumn({ name: 'ticket_id' })
  ticket: Relation<Ticket>;

  @Column('text', { name: 'uploader_email', nullable: true })
  uploaderEmail: string | null;

  @Column('text')
  name: string;

  @Column('text')
  path: string;

  @Column('text')
  type: string;

  @Column('text')
  state: string;

  @Column('timestamptz', { name: 'lease_until', nullable: true })
  leaseUntil: Date | null;

  @Column('integer')
  size: number;

  @Column('bytea')
  sha256: Buffer;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt: Date;
}

@Entity('audit_log')
export class Act {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id: string;

  @Column('timestamptz')
  at: Date;

  @Column('text')
  actor: string;

  @Column('text', { name: 'actor_email', nullable: true })
  actorEmail: string | null;

  @Column('text')
  role: string;

  @Column('text')
  channel: string;

  @Column('text')
  action: string;

  @Column('text')
  outcome: string;

  @Column('jsonb')
  changes: object[];

  @Column('text')
  target: string;
}
