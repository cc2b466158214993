import { Controller, Get, Injectable, Module, Param } from '@nestjs/common';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { isUUID } from 'class-validator';
import { Repository } from 'typeorm';
import { masked } from '../mask.ts';
import { nextRankingExpiry } from '../ranking-expiry.ts';
import { Refusal } from '../refusal.ts';
import { Allow, Public } from './auth.ts';
import { Account, Group, GroupMember, Streak } from './entities.ts';

interface RankedRow {
  email: string;
  name: string | null;
  currentStreak: number | null;
  maxStreak: number | null;
  lastInteraction: string | null;
}

const lastInteraction = `to_char(streak.lastInteractionAt at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS')`;

const toEntry = (row: RankedRow, index: number) => ({
  position: index + 1,
  displayName: row.name ?? 'Leitor Anônimo',
  email: masked(row.email),
  currentStreak: row.currentStreak ?? 0,
  maxStreak: row.maxStreak ?? 0,
  lastInteractionDate: row.lastInteraction,
});

@Injectable()
export class StreaksService {
  #kept:
    | { ranking: ReturnType<typeof toEntry>[]; lastUpdated: Date; expiresAt: number }
    | undefined;

  constructor(
    @InjectRepository(Streak) private readonly streaks: Repository<Streak>,
    @InjectRepository(Group) private readonly groups: Repository<Group>,
    @InjectRepository(GroupMember) private readonly members: Repository<GroupMember>,
  ) {}

  async globalRanking() {
    const now = Date.now();
    const cached = this.#kept !== undefined && this.#kept.expiresAt > now;
    if (!this.#kept || !cached) {
      const ranking = await this.#rankReaders();
      this.#kept = { ranking, lastUpdated: new Date(now), expiresAt: nextRankingExpiry(now) };
    }
    const { ranking, lastUpdated, expiresAt } = this.#kept;
    const ttl = Math.ceil((expiresAt - now) / 1_000);
    return { ranking, lastUpdated, cacheInfo: { cached, ttl } };
  }

  async groupRanking(id: string) {
    const group = isUUID(id, 'loose') ? await this.groups.findOneBy({ id }) : null;
    if (!group?.isPublic) throw new Refusal(404, 'Grupo não encontrado');
    const ranking = await this.#rankMembers(id);
    return {
      group: {
        groupId: group.id,
        groupName: group.name,
        description: group.description,
        isPublic: group.isPublic,
        ownerEmail: masked(group.ownerEmail),
        memberCount: ranking.length,
      },
      ranking,
      lastUpdated: new Date(),
    };
  }

  async #rankReaders() {
    const rows = await this.streaks
      .createQueryBuilder('streak')
      .leftJoin(Account, 'account', 'account.email = streak.email')
      .select('streak.email', 'email')
      .addSelect('account.name', 'name')
      .addSelect('streak.currentStreak', 'currentStreak')
      .addSelect('streak.maxStreak', 'maxStreak')
      .addSelect(lastInteraction, 'lastInteraction')
      .where('streak.currentStreak > 0')
      .andWhere(`streak.lastInteractionAt >= now() - interval '168 hours'`)
      .orderBy('streak.currentStreak', 'DESC')
      .addOrderBy('streak.maxStreak', 'DESC')
      .addOrderBy('streak.seniority', 'DESC')
      .addOrderBy('streak.email')
      .limit(100)
      .getRawMany<RankedRow>();
    return rows.map(toEntry);
  }

  async #rankMembers(groupId: string) {
    const rows = await this.members
      .createQueryBuilder('member')
      .leftJoin(Streak, 'streak', 'streak.email = member.email')
      .leftJoin(Account, 'account', 'account.email = member.email')
      .select('member.email', 'email')
      .addSelect('account.name', 'name')
      .addSelect('streak.currentStreak', 'currentStreak')
      .addSelect('streak.maxStreak', 'maxStreak')
      .addSelect(lastInteraction, 'lastInteraction')
      .where('member.groupId = :groupId', { groupId })
      .orderBy('coalesce(streak.currentStreak, 0)', 'DESC')
      .addOrderBy('coalesce(streak.maxStreak, 0)', 'DESC')
      .addOrderBy('member.added')
      .getRawMany<RankedRow>();
    return rows.map(toEntry);
  }
}

@Controller('streaks')
export class StreaksController {
  constructor(private readonly service: StreaksService) {}

  @Get('ranking/global')
  @Public()
  async globalRanking() {
    return { success: true, data: await this.service.globalRanking() };
  }

  @Get('groups/:id/ranking')
  @Allow('reader')
  async groupRanking(@Param('id') id: string) {
    return { success: true, data: await this.service.groupRanking(id) };
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Account, Streak, Group, GroupMember])],
  controllers: [StreaksController],
  providers: [StreaksService],
})
export class StreaksModule {}
