import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  bodyId,
  changeable,
  count,
  dataEnvelope,
  emptiable,
  id,
  MessageResponse,
  pageSize,
  pathId,
  shortText,
  text,
  timestamp,
  visibleLine,
} from './fields.ts';
import { changeOutcomes, outcomes } from './outcome.ts';
import { GroupSummary } from './rankings.ts';

const pathParams = z.object({
  groupId: z.string().meta({
    description: 'Identificador do grupo.',
    example: '9d7c2f3a-6d0b-4a53-8a39-0b7f7f1f6c11',
  }),
});

/** A group of the caller. */
export const MyGroup = GroupSummary.extend({
  role: z
    .enum(['owner', 'member'])
    .meta({ id: 'GroupRole', description: 'O papel de quem chama no grupo.' }),
}).meta({ id: 'MyGroup', description: 'Um grupo de quem chama.' });
export type MyGroup = z.infer<typeof MyGroup>;

const name = visibleLine(120).meta({ description: 'Nome do grupo.', example: 'Clube da manhã' });
const description = shortText(1_000).meta({
  description: 'Descrição do grupo.',
  example: 'Quem lê antes das oito.',
});
const isPublic = z.boolean().describe('Se qualquer pessoa autenticada vê o ranking.');

export const CreateGroup = z
  .object({
    name,
    description: emptiable(description.optional()),
    isPublic: emptiable(isPublic.default(false)),
  })
  .meta({ id: 'CreateGroup', description: 'Um grupo novo.', example: { name: 'Clube da manhã' } });
export type CreateGroup = z.input<typeof CreateGroup>;

/** The fields of a group that its owner may change. */
export const UpdateGroup = z
  .object({
    name: changeable(name),
    description: description.nullish(),
    isPublic: changeable(isPublic),
    ownerMemberId: changeable(bodyId).describe('O membro que passa a ser o dono.'),
  })
  .meta({
    id: 'UpdateGroup',
    description: 'Somente os campos enviados são alterados.',
    example: { isPublic: true },
  });
export type UpdateGroup = z.input<typeof UpdateGroup>;

export const CreateGroupInvite = z
  .object({
    expiresInHours: emptiable(z.int().min(1).max(720).default(168).describe('Validade em horas.')),
    maxUses: emptiable(z.int().min(1).max(1_000).optional()).describe(
      'Quantas pessoas podem entrar.',
    ),
  })
  .meta({ id: 'CreateGroupInvite', description: 'Um convite novo.', example: { maxUses: 10 } });
export type CreateGroupInvite = z.input<typeof CreateGroupInvite>;

export const GroupInvite = z
  .object({
    id: id.describe('Identificador do convite.'),
    token: z.string().meta({
      description: 'O segredo do convite; só aparece nesta resposta.',
      example: 'q2Xf6bJr1u0m3v9cW7yT5kN8pL4sD0hA6gE2zB1xR3o',
    }),
    expiresAt: timestamp.describe('Quando o convite expira.'),
    maxUses: count.nullable().describe('Quantas pessoas podem entrar; nulo sem limite.'),
  })
  .meta({ id: 'GroupInvite', description: 'Um convite para um grupo.' });
export type GroupInvite = z.infer<typeof GroupInvite>;

/** A request to join a group. */
export const JoinGroup = z
  .object({ token: text().min(1).max(100).describe('O segredo do convite.') })
  .meta({
    id: 'JoinGroup',
    description: 'A entrada em um grupo.',
    example: { token: 'q2Xf6bJr1u0m3v9cW7yT5kN8pL4sD0hA6gE2zB1xR3o' },
  });
export type JoinGroup = z.input<typeof JoinGroup>;

/** A group member as the owner sees them. */
export const GroupMember = z
  .object({
    memberId: id.describe('Identificador do membro.'),
    displayName: z.string().meta({ description: 'O nome nos rankings.', example: 'Maria S.' }),
    email: z.string().meta({ description: 'Mascarado.', example: 'ma***@exemplo.com.br' }),
    isOwner: z.boolean().describe('Se é o dono do grupo.'),
  })
  .meta({ id: 'GroupMember', description: 'Um membro de um grupo.' });
export type GroupMember = z.infer<typeof GroupMember>;

const GroupMembers = z
  .object({
    items: z.array(GroupMember).describe('Na ordem de entrada.'),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Onde a próxima página começa.', example: '42' }),
  })
  .meta({ id: 'GroupMembers', description: 'Uma página de membros.' });

const rules = { access: 'reader', base: 'streaks' } as const;
const memberParams = pathParams.extend({ memberId: pathId.describe('Identificador do membro.') });

export const groupsContract = initContract().router({
  listMyGroups: {
    method: 'GET',
    path: '/streaks/groups',
    summary: 'Listar meus grupos',
    description: 'Os grupos de que quem chama é dono ou membro, do mais novo ao mais antigo.',
    ...outcomes(
      {
        200: dataEnvelope(
          'MyGroupsResponse',
          z.array(MyGroup).describe('Os grupos de quem chama.'),
        ),
      },
      { ...rules, cost: 'read' },
    ),
  },
  createGroup: {
    method: 'POST',
    path: '/streaks/groups',
    summary: 'Criar um grupo',
    description: 'Quem chama passa a ser dono e primeiro membro.',
    body: CreateGroup,
    ...changeOutcomes(
      { 201: dataEnvelope('MyGroupResponse', MyGroup) },
      { ...rules, cost: 'write', failures: ['too-many-groups'] },
    ),
  },
  joinGroup: {
    method: 'POST',
    path: '/streaks/groups/join',
    summary: 'Entrar em um grupo',
    description: 'Entra com o segredo de um convite. Quem já é membro continua no lugar.',
    body: JoinGroup,
    ...changeOutcomes(
      { 200: dataEnvelope('MyGroupResponse', MyGroup) },
      { ...rules, cost: 'submit', failures: ['invite-not-found', 'group-full', 'too-many-groups'] },
    ),
  },
  updateGroup: {
    method: 'PATCH',
    path: '/streaks/groups/:groupId',
    summary: 'Alterar um grupo',
    description: 'Somente o dono.',
    pathParams,
    body: UpdateGroup,
    ...changeOutcomes(
      { 200: dataEnvelope('MyGroupResponse', MyGroup) },
      { ...rules, cost: 'write', failures: ['group-not-found', 'group-member-not-found'] },
    ),
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId',
    summary: 'Excluir um grupo',
    description: 'Somente o dono.',
    pathParams,
    ...changeOutcomes(
      { 200: MessageResponse },
      { ...rules, cost: 'write', failures: ['group-not-found'] },
    ),
  },
  createGroupInvite: {
    method: 'POST',
    path: '/streaks/groups/:groupId/invites',
    summary: 'Convidar para um grupo',
    description: 'Somente o dono. No máximo 20 convites válidos por grupo.',
    pathParams,
    body: CreateGroupInvite,
    ...changeOutcomes(
      { 201: dataEnvelope('GroupInviteResponse', GroupInvite) },
      {
        ...rules,
        cost: 'write',
        secret: true,
        failures: ['group-not-found', 'too-many-invites'],
      },
    ),
  },
  revokeGroupInvite: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId/invites/:inviteId',
    summary: 'Revogar um convite',
    description: 'Somente o dono.',
    pathParams: pathParams.extend({ inviteId: pathId.describe('Identificador do convite.') }),
    ...changeOutcomes(
      { 200: MessageResponse },
      { ...rules, cost: 'write', failures: ['group-not-found', 'invite-not-found'] },
    ),
  },
  listGroupMembers: {
    method: 'GET',
    path: '/streaks/groups/:groupId/members',
    summary: 'Listar os membros de um grupo',
    description: 'Somente o dono.',
    pathParams,
    query: z.object({
      cursor: z
        .string()
        .refine((id) => id === '' || pathId.safeParse(id).success, 'deve ser um `nextCursor`')
        .optional()
        .transform((id) => Number(id ?? 0))
        .describe('O `nextCursor` da página anterior.'),
      limit: pageSize(50, 100).describe('Itens por página.'),
    }),
    ...outcomes(
      { 200: dataEnvelope('GroupMembersResponse', GroupMembers) },
      { ...rules, cost: 'read', failures: ['group-not-found'] },
    ),
  },
  leaveGroup: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId/members/me',
    summary: 'Sair de um grupo',
    description:
      'O dono que sai passa o grupo ao membro mais antigo; sem outros membros, o grupo é excluído.',
    pathParams,
    ...changeOutcomes(
      { 200: MessageResponse },
      { ...rules, cost: 'write', failures: ['group-not-found'] },
    ),
  },
  removeGroupMember: {
    method: 'DELETE',
    path: '/streaks/groups/:groupId/members/:memberId',
    summary: 'Remover um membro',
    description: 'Somente o dono.',
    pathParams: memberParams,
    ...changeOutcomes(
      { 200: MessageResponse },
      { ...rules, cost: 'write', failures: ['group-not-found', 'group-member-not-found'] },
    ),
  },
});
