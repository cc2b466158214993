import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { textOf } from './failures.ts';
import { dataEnvelope, id, line, MessageResponse, pathId, timestamp } from './fields.ts';
import { outcomes } from './outcome.ts';

const color = /^#[0-9A-Fa-f]{6}$/;
const missing = textOf('tag-fields-required');
const required = {
  error: (issue: { input?: unknown }) => (issue.input == null ? missing : undefined),
};

/** A tag (specification §2.3). */
export const Tag = z
  .object({
    id,
    name: z.string().meta({ description: 'Único, sem distinção de maiúsculas.' }),
    color: z.string().meta({ description: 'Cor hexadecimal `#RRGGBB`.' }),
    isDefault: z.boolean().meta({ description: 'No máximo uma tag é a padrão.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({
    id: 'Tag',
    description: 'Etiqueta que categoriza tickets.',
    example: {
      id: 7,
      name: 'Assinatura',
      color: '#1D4ED8',
      isDefault: false,
      createdAt: '2026-03-10T14:30:00.000Z',
      updatedAt: '2026-03-10T14:30:00.000Z',
    },
  });
export type Tag = z.infer<typeof Tag>;

/** What a new tag is made of (specification §4.2). */
export const CreateTag = z
  .object(
    {
      name: line(60, required, missing),
      color: z.string(required).min(1, missing).regex(color, 'deve ter a forma #RRGGBB'),
      isDefault: z.boolean().default(false),
    },
    required,
  )
  .meta({ id: 'CreateTag', example: { name: 'Assinatura', color: '#1D4ED8', isDefault: false } });
export type CreateTag = z.input<typeof CreateTag>;

/** What may change in a tag; only the fields sent do. */
export const UpdateTag = z.object({
  name: line(60).optional(),
  color: z.string().regex(color, 'deve ter a forma #RRGGBB').optional(),
  isDefault: z.boolean().optional(),
});

export const tagsContract = initContract().router({
  createTag: {
    method: 'POST',
    path: '/support/tags',
    summary: 'Criar uma tag',
    description:
      'Cria uma tag. Com `isDefault` verdadeiro ela passa a ser a padrão e a anterior deixa de ser.',
    body: CreateTag,
    ...outcomes(
      { 201: dataEnvelope('TagResponse', Tag) },
      { access: 'agent', cost: 'write', failures: ['tag-fields-required', 'tag-name-taken'] },
    ),
  },
  listTags: {
    method: 'GET',
    path: '/support/tags',
    summary: 'Listar as tags',
    description: 'Todas as tags, em ordem alfabética do português.',
    ...outcomes(
      { 200: dataEnvelope('TagListResponse', z.array(Tag)) },
      { access: 'reader', cost: 'read' },
    ),
  },
  deleteTag: {
    method: 'DELETE',
    path: '/support/tags/:id',
    summary: 'Excluir uma tag',
    description: 'Exclui uma tag que não esteja em uso em nenhum ticket.',
    pathParams: z.object({ id: pathId.describe('Identificador da tag.') }),
    ...outcomes(
      { 200: MessageResponse },
      { access: 'agent', cost: 'write', failures: ['tag-in-use', 'tag-not-found'] },
    ),
  },
});
