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
import { Refusal } from '../refusal.ts';

interface AuthenticatedRequest extends Request {
  person: Person;
}

const roleKey = 'role';

/** Allows anonymous requests. */
export const Public = () => SetMetadata(roleKey, 'public');

/** Requires the role or a higher one. */
export const Allow = (role: Role) => SetMetadata(roleKey, role);

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
    if (!person) throw new Refusal(401, 'Token inválido ou expirado');
    if (!hasRole(person, role)) throw new Refusal(403, 'Você não tem permissão');
    request.person = person;
    return true;
  }
}
