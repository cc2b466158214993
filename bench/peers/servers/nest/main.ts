import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { settings } from '../settings.ts';
import { AppModule } from './app.module.ts';

// The endpoints on NestJS with TypeORM, as their documentation teaches.

const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] });
await app.listen(settings.port, '127.0.0.1');
