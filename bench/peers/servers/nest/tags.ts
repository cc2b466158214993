import { Body, Controller, Get, Injectable, Module, Post } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Transform } from 'class-transformer';
import { IsBoolean, IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { QueryFailedError, Repository } from 'typeorm';
import type { Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { recordAct } from './audit.ts';
import { Allow, CurrentPerson } from './auth.ts';
import { Tag } from './entities.ts';

export class CreateTagDto {
  @MaxLength(60)
  @IsNotEmpty()
  @IsString()
  @Transform(({ value }) => (typeof value === 'string' ? value.normalize('NFC').trim() : value))
  name: string;

  @Matches(/^#[\da-f]{6}$/i)
  @IsNotEmpty()
  @IsString()
  color: string;

  @IsBoolean()
  isDefault: boolean = false;
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof QueryFailedError && error.driverError?.code === '23505';

@Injectable()
export class TagsService {
  constructor(@InjectRepository(Tag) private readonly tags: Repository<Tag>) {}

  list(): Promise<Tag[]> {
    return this.tags.createQueryBuilder('tag').orderBy('tag.name COLLATE "pt-BR-x-icu"').getMany();
  }

  async create(dto: CreateTagDto, person: Person): Promise<Tag> {
    try {
      return await this.tags.manager.transaction(async (manager) => {
        const tag = await manager.save(manager.create(Tag, dto));
        const { name, color, isDefault } = dto;
        const fields = { name, color, isDefault };
        await recordAct(manager, person, {
          action: 'tags.create',
          target: `tag:${tag.id}`,
          fields,
        });
        return tag;
      });
    } catch (error) {
      throw isDuplicate(error) ? new Refusal(400, 'Já existe uma tag com este nome') : error;
    }
  }
}

@Controller('support/tags')
export class TagsController {
  constructor(private readonly service: TagsService) {}

  @Get()
  @Allow('reader')
  async list() {
    return { success: true, data: await this.service.list() };
  }

  @Post()
  @Allow('agent')
  async create(@Body() dto: CreateTagDto, @CurrentPerson() person: Person) {
    return { success: true, data: await this.service.create(dto, person) };
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Tag])],
  controllers: [TagsController],
  providers: [TagsService],
})
export class TagsModule {}
