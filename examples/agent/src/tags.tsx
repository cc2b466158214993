import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { queries, queryClient } from './leitor.ts';

/** The tags, and a form for a new one. */
export const Tags = () => {
  const { data: tags = [], error } = useQuery(queries.listTags.queryOptions());
  const create = useMutation({
    ...queries.createTag.mutationOptions(),
    onSuccess: () => queries.invalidate(queryClient, 'createTag'),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({ name: String(form.get('name')), color: String(form.get('color')) });
  };
  const taken = create.error?.code === 'tag-name-taken';
  return (
    <section id="tags">
      <h2>Tags</h2>
      {error && <p role="alert">{error.message}</p>}
      <ul>
        {tags.map(({ id, name, color }) => (
          <li key={id} style={{ color }}>
            {name}
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <input name="name" aria-label="Nome" />
        <input name="color" type="color" aria-label="Cor" defaultValue="#1d4ed8" />
        <button type="submit" disabled={create.isPending}>
          Criar
        </button>
        {create.error && <p role="alert">{taken ? 'Escolha outro nome.' : create.error.message}</p>}
      </form>
    </section>
  );
};
