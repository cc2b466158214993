import { Controller, Get, Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { settings } from '../settings.ts';
import { AttachmentsModule } from './attachments.ts';
import { AuthGuard, Public } from './auth.ts';
import { Act } from './entities.ts';
import { QuizModule } from './quiz.ts';
import { RefusalFilter } from './refusal.filter.ts';
import { ReportsModule } from './reports.ts';
import { StreaksModule } from './streaks.ts';
import { TagsModule } from './tags.ts';

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
    { provide: APP_FILTER, useClass: RefusalFilter },
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, stopAtFirstError: true }),
    },
  ],
})
export class AppModule {}
