import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
  Res,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import type { Response } from 'express';
import { Repository } from 'typeorm';
import { downloadHeaders, limitSlowReader } from '../downloads.ts';
import {
  fileOf,
  flushFolder,
  isAllowedType,
  isOfType,
  makeFolder,
  maxFileBytes,
  nameOf,
  pathFor,
  quotas,
} from '../files.ts';
import { hasRole, type Person } from '../person.ts';
import { Refusal } from '../refusal.ts';
import { recordAct } from './audit.ts';
import { Allow, CurrentPerson } from './auth.ts';
import { Attachment, Ticket } from './entities.ts';

const maySee = (person: Person, requesterEmail: string | null): boolean =>
  hasRole(person, 'agent') || (requesterEmail !== null && requesterEmail === person.email);

const toWire = (row: Attachment) => ({
  id: row.id,
  supportId: row.ticketId,
  nomeArquivo: row.name,
  caminhoArquivo: row.path,
  tipoArquivo: row.type,
  tamanhoArquivo: row.size,
  createdAt: row.createdAt,
});

@Injectable()
export class AttachmentsService {
  constructor(
    @InjectRepository(Attachment) private readonly attachments: Repository<Attachment>,
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
  ) {}

  async upload(ticketId: number, person: Person, file: Express.Multer.File | undefined) {
    const ticket = await this.tickets.findOneBy({ id: ticketId });
    if (!ticket || !maySee(person, ticket.requesterEmail))
      throw new Refusal(404, 'Ticket não encontrado');
    if (!file) throw new Refusal(400, 'arquivo é obrigatório');
    if (!isAllowedType(file.mimetype) || !isOfType(file.mimetype, file.buffer)) {
      throw new Refusal(415, 'Tipo de arquivo não permitido');
    }
    // Multer reads names as Latin-1.
    const name = nameOf(Buffer.from(file.originalname, 'latin1').toString('utf8'));
    if (file.size === 0) throw new Refusal(400, 'Arquivo vazio');
    const path = pathFor(ticketId, name);
    const target = fileOf(path);
    const id = await this.#reserve(ticketId, person, { name, path, type: file.mimetype });
    try {
      await makeFolder(target);
      await writeFile(`${target}.part`, file.buffer, { flush: true });
      await rename(`${target}.part`, target);
      await flushFolder(target);
      return await this.#makeReady(id, ticketId, person, file);
    } catch (error) {
      await rm(`${target}.part`, { force: true });
      await rm(target, { force: true });
      await this.attachments.delete({ id, state: 'pending' });
      throw error;
    }
  }

  /**
   * Checks the quotas and inserts the row of a file that is on its way: they count it, and a job
   * finds what a crash leaves of it.
   */
  async #reserve(
    ticketId: number,
    person: Person,
    { name, path, type }: { name: string; path: string; type: string },
  ): Promise<number> {
    const bytesPerDay = hasRole(person, 'agent') ? null : quotas.bytesPerDay;
    const [reserved]: { id: number | null; refusal: 'ticket' | 'person' | null }[] =
      await this.attachments.query(
        `select attachment_id as id, refusal from insert_pending_attachment(
          $1, $2, $3, $4, $5, now(), now() + interval '10 minutes', $6, $7, ${maxFileBytes})`,
        [ticketId, person.email, name, path, type, quotas.perTicket, bytesPerDay],
      );
    if (reserved?.refusal) throw new Refusal(413, `Cota de anexos esgotada: ${reserved.refusal}`);
    if (!reserved?.id) throw new Error('insert returned no row');
    return reserved.id;
  }

  #makeReady(id: number, ticketId: number, person: Person, file: Express.Multer.File) {
    const sha256 = createHash('sha256').update(file.buffer).digest();
    return this.attachments.manager.transaction(async (manager) => {
      await manager.update(
        Attachment,
        { id, state: 'pending' },
        { state: 'ready', leaseUntil: null, size: file.size, sha256 },
      );
      const row = await manager.findOneByOrFail(Attachment, { id, state: 'ready' });
      const target = `attachment:${row.id}`;
      const act = { action: 'attachments.upload', target, fields: { ticketId } };
      await recordAct(manager, person, act);
      return toWire(row);
    });
  }

  async download(id: number, person: Person, res: Response) {
    const found = await this.attachments.findOne({
      where: { id, state: 'ready' },
      relations: { ticket: true },
    });
    if (!found || !maySee(person, found.ticket.requesterEmail))
      throw new Refusal(404, 'Anexo não encontrado');
    res.set(downloadHeaders(found));
    limitSlowReader(res, found.size);
    return new StreamableFile(createReadStream(fileOf(found.path)));
  }
}

@Controller('support')
@Allow('reader')
export class AttachmentsController {
  constructor(private readonly service: AttachmentsService) {}

  @Post(':id/anexos')
  @UseInterceptors(FileInterceptor('arquivo', { limits: { fileSize: maxFileBytes } }))
  async upload(
    @Param('id', ParseIntPipe) id: number,
    @CurrentPerson() person: Person,
    @UploadedFile() file: Express.Multer.File,
  ) {
    const data = await this.service.upload(id, person, file);
    return { success: true, message: 'Arquivo enviado com sucesso', data };
  }

  @Get('anexos/:id/download')
  download(
    @Param('id', ParseIntPipe) id: number,
    @CurrentPerson() person: Person,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.service.download(id, person, res);
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Attachment, Ticket])],
  controllers: [AttachmentsController],
  providers: [AttachmentsService],
})
export class AttachmentsModule {}
