import { Controller, Get, Inject, Injectable, Module, Query } from '@nestjs/common';
import { createClient } from '@redis/client';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { DataSource } from 'typeorm';
import { invalid } from '../refusal.ts';
import {
  type CachedReport,
  cacheInfo,
  defaultRange,
  type Grouping,
  groupings,
  reportLifeSeconds,
  reportStatement,
  statuses,
} from '../report.ts';
import { settings } from '../settings.ts';
import { Allow } from './auth.ts';

const day = /^\d{4}-\d\d-\d\d$/;

export class ReportQueryDto {
  @Matches(day, { message: 'data_inicio deve ser uma data YYYY-MM-DD' })
  @IsOptional()
  data_inicio?: string;

  @Matches(day, { message: 'data_fim deve ser uma data YYYY-MM-DD' })
  @IsOptional()
  data_fim?: string;

  @IsString({ message: 'main deve ser um texto' })
  @IsOptional()
  main?: string;

  @IsIn(statuses, { message: `status deve ser um de ${statuses.join(', ')}` })
  @IsOptional()
  status?: string;

  @IsIn(groupings, { message: `agrupar_por deve ser um de ${groupings.join(', ')}` })
  agrupar_por: Grouping = 'dia';
}

const openRedis = () => createClient({ url: settings.redisUrl }).connect();
const redisToken = 'REDIS';

@Injectable()
export class ReportsService {
  constructor(
    private readonly database: DataSource,
    @Inject(redisToken) private readonly redis: Awaited<ReturnType<typeof openRedis>>,
  ) {}

  async timeSeries({ data_inicio, data_fim, main, status, agrupar_por }: ReportQueryDto) {
    const range = defaultRange();
    const inicio = data_inicio ?? range.from;
    const fim = data_fim ?? range.to;
    if (fim < inicio) throw invalid('o período termina antes de começar');
    const key = `nest:${[agrupar_por, inicio, fim, status, main].join(':')}`;
    const text = await this.redis.get(key);
    if (text !== null) {
      const kept: CachedReport = JSON.parse(text);
      return { data: kept.data, cache: cacheInfo(kept) };
    }
    const serie: object[] = await this.database.query(reportStatement(agrupar_por), [
      inicio,
      fim,
      main ?? null,
      status ?? null,
    ]);
    const data = { serie, periodo: { inicio, fim }, agrupamento: agrupar_por };
    await this.redis.set(key, JSON.stringify({ madeAt: Date.now(), data }), {
      expiration: { type: 'EX', value: reportLifeSeconds },
    });
    return { data, cache: cacheInfo(undefined) };
  }
}

@Controller('support/relatorios')
export class ReportsController {
  constructor(private readonly service: ReportsService) {}

  @Get('serie-temporal')
  @Allow('agent')
  async timeSeries(@Query() query: ReportQueryDto) {
    return { success: true, ...(await this.service.timeSeries(query)) };
  }
}

@Module({
  controllers: [ReportsController],
  providers: [ReportsService, { provide: redisToken, useFactory: openRedis }],
})
export class ReportsModule {}
