import { Controller, Get, Inject, Injectable, Module, Query } from '@nestjs/common';
import { createClient } from '@redis/client';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { DataSource } from 'typeorm';
import {
  type CachedReport,
  cacheInfo,
  type Grouping,
  groupings,
  type ReportParameters,
  reportLifeSeconds,
  reportQueryOf,
  reportStatement,
  statuses,
} from '../report.ts';
import { settings } from '../settings.ts';
import { Allow } from './auth.ts';

const day = /^\d{4}-\d\d-\d\d$/;

export class ReportQueryDto implements ReportParameters {
  @Matches(day)
  @IsOptional()
  data_inicio?: string;

  @Matches(day)
  @IsOptional()
  data_fim?: string;

  @IsString()
  @IsOptional()
  main?: string;

  @IsIn(statuses)
  @IsOptional()
  status?: string;

  @IsIn(groupings)
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

  async timeSeries(given: ReportQueryDto) {
    const { from, to, main, status, grouping } = reportQueryOf(given);
    const key = `nest:${[grouping, from, to, status, main].join(':')}`;
    const text = await this.redis.get(key);
    if (text !== null) {
      const kept: CachedReport = JSON.parse(text);
      return { data: kept.data, cache: cacheInfo(kept) };
    }
    const parameters = [from, to, main, status];
    const serie: object[] = await this.database.query(reportStatement(grouping), parameters);
    const data = { serie, periodo: { inicio: from, fim: to }, agrupamento: grouping };
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
