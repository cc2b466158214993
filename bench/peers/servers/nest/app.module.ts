import { Controller, Get, Module, type ValidationError, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { invalid, Refusal, refusals } from '../refusal.ts';
import { settings } from '../settings.ts';
import { AttachmentsModule } from './attachments.ts';
import { AuthGuard, Public } from './auth.ts';
import { Act } from './entities.ts';
import { FailureFilter } from './failure.filter.ts';
import { QuizModule } from './quiz.ts';
import { ReportsModule } from './reports.ts';
import { StreaksModule } from './streaks.ts';
import { TagsModule } from './tags.ts';

const whole = new Set([refusals.tagFields().message, refusals.quizFields().message]);

const firstMessage = (errors: readonly ValidationError[]): string => {
  const [first] = errors;
  if (!first) return '';
  return Object.values(first.constraints ?? {})[0] ?? firstMessage(first.children ?? []);
};

const refuse = (errors: ValidationError[]): Refusal => {
  const message = firstMessage(errors);
  return whole.has(message) ? new Refusal(400, message) : invalid(message);
};

@Controller()
class HealthController {
  @Get('livez')
  @Public()
  live() {
    return { success: true };
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: settings.databaseUrl,
      autoLoadEntities: true,
      entities: [Act],
      extra: { max: settings.poolSize },
    }),
    TagsModule,
    StreaksModule,
    ReportsModule,
    QuizModule,
    AttachmentsModule,
  ],
  controllers: [HealthController],
  providers: [
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_FILTER, useClass: FailureFilter },
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({
        transform: true,
        whitelist: true,
        stopAtFirstError: true,
        exceptionFactory: refuse,
      }),
    },
  ],
})
export class AppModule {}
