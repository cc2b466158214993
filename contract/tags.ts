import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import {
  dataEnvelope,
  emptiable,
  id,
  MessageResponse,
  pathId,
  timestamp,
  visibleLine,
} from './fields.ts';
import { changeOutcomes, outcomes, requiringFields } from './outcome.ts';

const color = /^#[0-9A-Fa-f]{6}$/;

export const Tag = z
  .object({
    id: id.describe('Identificador da tag.'),
    name: z
      .string()
      .meta({ description: 'Único, sem distinção de maiúsculas; sem caracteres invisíveis.' }),
    color: z.string().meta({ description: 'Cor hexadecimal `#RRGGBB`.' }),
    isDefault: z.boolean().meta({ description: 'No máximo uma tag é a padrão.' }),
    createdAt: timestamp.describe('Quando foi criada.'),
    updatedAt: timestamp.describe('Quando foi alterada.'),
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

/** The fields of a new tag. */
export const CreateTag = requiringFields(
  z.object({
    name: visibleLine(60).describe('Único, sem distinção de maiúsculas.'),
    color: z
      .string()
      .regex(color, 'deve ter a forma #RRGGBB')
      .describe('Cor hexadecimal `#RRGGBB`.'),
    isDefault: emptiable(z.boolean().default(false).describe('Se passa a ser a tag padrão.')),
  }),
  ['name', 'color'],
  'tag-fields-required',
).meta({
  id: 'CreateTag',
  description: 'Uma tag nova.',
  example: { name: 'Assinatura', color: '#1D4ED8', isDefault: false },
});
export type CreateTag = z.input<typeof CreateTag>;

export const tagsContract = initContract().router({
  createTag: {
    method: 'POST',
    path: '/support/tags',
    summary: 'Criar uma tag',
    description:
      'Cria uma tag. Com `isDefault` verdadeiro ela passa a ser a padrão e a anterior deixa de ser.',
    body: CreateTag,
    ...changeOutcomes(
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
      { 200: dataEnvelope('TagListResponse', z.array(Tag).describe('As tags.')) },
      { access: 'reader', cost: 'read' },
    ),
  },
  deleteTag: {
    method: 'DELETE',
    path: '/support/tags/:id',
    summary: 'Excluir uma tag',
    description: 'Exclui uma tag que não esteja em uso em nenhum ticket.',
    pathParams: z.object({ id: pathId.describe('Identificador da tag.') }),
    ...changeOutcomes(
      { 200: MessageResponse },
      { access: 'agent', cost: 'write', failures: ['tag-in-use', 'tag-not-found'] },
    ),
  },
});
