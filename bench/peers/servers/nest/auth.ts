import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { hasRole, type Person, personOf, type Role } from '../person.ts';
import { refusals } from '../refusal.ts';

interface AuthenticatedRequest extends Request {
  person: Person;
}

const roleKey = 'role';
const quizKey = 'quiz';

/** Allows anonymous requests. */
export const Public = () => SetMetadata(roleKey, 'public');

/** Requires the role or a higher one. */
export const Allow = (role: Role) => SetMetadata(roleKey, role);

/** Refuses bad tokens with the text of the quiz endpoints. */
export const RefuseAsQuiz = () => SetMetadata(quizKey, true);

/** The caller. */
export const CurrentPerson = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Person =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().person,
);

@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    const role = this.reflector.getAllAndOverride<Role | 'public'>(roleKey, targets);
    if (role === 'public') return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const person = await personOf(request.headers.authorization);
    if (!person) {
      const quiz = this.reflector.getAllAndOverride<boolean>(quizKey, targets);
      throw quiz ? refusals.quizToken() : refusals.token();
    }
    if (!hasRole(person, role)) throw refusals.role();
    request.person = person;
    return true;
  }
}
