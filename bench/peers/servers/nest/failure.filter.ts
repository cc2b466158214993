import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Refusal, refusals } from '../refusal.ts';

@Catch()
export class FailureFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { status, text } = this.#read(thrown);
    const path = http.getRequest<Request>().path;
    const field = path.startsWith('/streaks/groups/') ? 'error' : 'message';
    http
      .getResponse<Response>()
      .status(status)
      .json({ success: false, [field]: text });
  }

  #read(thrown: unknown): { status: number; text: string } {
    if (thrown instanceof Refusal) return { status: thrown.status, text: thrown.message };
    if (thrown instanceof HttpException) {
      const status = thrown.getStatus();
      if (status === 413) return { status, text: refusals.fileSize().message };
      if (status === 404) return { status, text: refusals.route().message };
      return { status, text: `Requisição inválida: ${thrown.message}` };
    }
    console.error(thrown);
    return { status: 500, text: 'Erro interno' };
  }
}
