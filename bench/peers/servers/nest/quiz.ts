import { Body, Controller, Get, HttpCode, Injectable, Module, Param, Post } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsNotEmpty,
  IsString,
  isUUID,
  ValidateNested,
} from 'class-validator';
import { QueryFailedError, Repository } from 'typeorm';
import { gradeAttempt } from '../grade.ts';
import type { Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { Allow, CurrentPerson } from './auth.ts';
import { Quiz, QuizAttempt, QuizQuestion } from './entities.ts';

export class AnswerDto {
  @IsString()
  fieldId: string;

  @IsString()
  answer: string;
}

export class SubmitQuizDto {
  @IsString()
  @IsNotEmpty()
  quizId: string;

  @ValidateNested({ each: true })
  @Type(() => AnswerDto)
  @ArrayMaxSize(100)
  @IsArray()
  answers: AnswerDto[];
}

const emailOf = ({ email }: Person): string => {
  if (!email) throw new Refusal(401, 'Token inválido ou expirado');
  return email;
};

const isDuplicate = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError?.code === '23505';

@Injectable()
export class QuizService {
  constructor(
    @InjectRepository(Quiz) private readonly quizzes: Repository<Quiz>,
    @InjectRepository(QuizAttempt) private readonly attempts: Repository<QuizAttempt>,
  ) {}

  async get(id: string, email: string) {
    const quiz = await this.#find(id);
    if (await this.attempts.existsBy({ quizId: id, email }))
      throw new Refusal(403, 'Você já tentou este quiz');
    return {
      id: quiz.id,
      title: quiz.title,
      description: quiz.description,
      quizDate: quiz.quizDate,
      minCorrectAnswers: quiz.minCorrectAnswers,
      questions: quiz.questions.map((question) => ({
        id: question.id,
        question: question.question,
        type: 'radio',
        position: question.position,
        options: question.options,
      })),
    };
  }

  async submit({ quizId, answers }: SubmitQuizDto, email: string) {
    const quiz = await this.#find(quizId);
    const { message, result } = gradeAttempt(quiz, answers);
    const attemptedAt = new Date();
    try {
      await this.quizzes.manager.transaction(async (manager) => {
        await manager.insert(QuizAttempt, {
          quizId: quiz.id,
          email,
          answers: Object.fromEntries(answers.map(({ fieldId, answer }) => [fieldId, answer])),
          correctAnswers: result.correctAnswers,
          passed: result.passed,
          attemptedAt,
        });
        if (!result.passed) return;
        // A quiz of an earlier day is no activity of today.
        await manager.query(
          `select * from credit_reading($1, $2::date, case
            when $2::date = (now() at time zone 'America/Sao_Paulo')::date then now()
            else ($2::date + time '12:00') at time zone 'America/Sao_Paulo' end)`,
          [email, quiz.quizDate],
        );
      });
    } catch (error) {
      throw isDuplicate(error) ? new Refusal(403, 'Você já tentou este quiz') : error;
    }
    return { message, data: result };
  }

  async #find(id: string): Promise<Quiz> {
    const quiz = isUUID(id, 'loose')
      ? await this.quizzes.findOne({
          where: { id },
          relations: { questions: true },
          order: { questions: { position: 'ASC' } },
        })
      : null;
    if (!quiz) throw new Refusal(404, 'Quiz não encontrado');
    return quiz;
  }
}

@Controller('quiz')
@Allow('reader')
export class QuizController {
  constructor(private readonly service: QuizService) {}

  @Get(':id')
  async get(@Param('id') id: string, @CurrentPerson() person: Person) {
    return { success: true, data: await this.service.get(id, emailOf(person)) };
  }

  @Post('submit')
  @HttpCode(200)
  async submit(@Body() dto: SubmitQuizDto, @CurrentPerson() person: Person) {
    return { success: true, ...(await this.service.submit(dto, emailOf(person))) };
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Quiz, QuizQuestion, QuizAttempt])],
  controllers: [QuizController],
  providers: [QuizService],
})
export class QuizModule {}
