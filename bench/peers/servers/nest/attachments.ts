import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import {
  fileOf,
  flushFolder,
  isAllowedType,
  isOfType,
  makeFolder,
  maxFileBytes,
  pathFor,
} from '../files.ts';
import { hasRole, type Person } from '../person.ts';
import { invalid, refusals } from '../refusal.ts';
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
    if (!ticket || !maySee(person, ticket.requesterEmail)) throw refusals.ticket();
    if (!file) throw invalid('arquivo é obrigatório');
    if (!isAllowedType(file.mimetype) || !isOfType(file.mimetype, file.buffer)) {
      throw refusals.fileType();
    }
    // Multer reads names as Latin-1.
    const name = Buffer.from(file.originalname, 'latin1').toString('utf8');
    const path = pathFor(ticketId, name);
    const target = fileOf(path);
    await makeFolder(target);
    await writeFile(`${target}.part`, file.buffer, { flush: true });
    await rename(`${target}.part`, target);
    await flushFolder(target);
    const attachment = this.attachments.create({
      ticketId,
      uploaderEmail: person.email ?? null,
      name,
      path,
      type: file.mimetype,
      state: 'ready',
      size: file.size,
      sha256: createHash('sha256').update(file.buffer).digest(),
    });
    return this.attachments.manager.transaction(async (manager) => {
      const row = await manager.save(attachment);
      const target = `attachment:${row.id}`;
      const act = { action: 'attachments.upload', target, fields: { ticketId } };
      await recordAct(manager, person, act);
      return toWire(row);
    });
  }

  async download(id: number, person: Person): Promise<StreamableFile> {
    const found = await this.attachments.findOne({
      where: { id, state: 'ready' },
      relations: { ticket: true },
    });
    if (!found || !maySee(person, found.ticket.requesterEmail)) throw refusals.attachment();
    const { name, type, size, path } = found;
    return new StreamableFile(createReadStream(fileOf(path)), {
      type,
      length: size,
      disposition: `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    });
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
  download(@Param('id', ParseIntPipe) id: number, @CurrentPerson() person: Person) {
    return this.service.download(id, person);
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([Attachment, Ticket])],
  controllers: [AttachmentsController],
  providers: [AttachmentsService],
})
export class AttachmentsModule {}
