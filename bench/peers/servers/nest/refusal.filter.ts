import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { Refusal } from '../refusal.ts';

@Catch(Refusal)
export class RefusalFilter implements ExceptionFilter {
  catch({ statusCode, message }: Refusal, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    response.status(statusCode).json({ success: false, message });
  }
}
