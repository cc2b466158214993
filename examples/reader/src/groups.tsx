import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { invitation, queries, queryClient } from './leitor.ts';
import { Places } from './ranking.tsx';

const refresh = () => queries.invalidate(queryClient);

/** The reader's groups, their rankings and invitations, and a form for a new group. */
export const Groups = () => {
  const { data: groups = [], error } = useQuery(queries.listMyGroups.queryOptions());
  const [shown, setShown] = useState<string>();
  const create = useMutation({ ...queries.createGroup.mutationOptions(), onSuccess: refresh });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate({ name: String(new FormData(event.currentTarget).get('name')) });
    event.currentTarget.reset();
  };
  const failure = error ?? create.error;
  return (
    <section id="groups">
      <h2>Meus grupos</h2>
      {failure && <p role="alert">{failure.message}</p>}
      {invitation && <Join token={invitation} />}
      <ul>
        {groups.map(({ groupId, groupName, memberCount, role }) => (
          <li key={groupId}>
            {groupName}, {memberCount} {memberCount === 1 ? 'leitor' : 'leitores'}{' '}
            <button type="button" className="quiet" onClick={() => setShown(groupId)}>
              Ranking
            </button>{' '}
            {role === 'owner' ? <Invite groupId={groupId} /> : <Leave groupId={groupId} />}
            {shown === groupId && <GroupPlaces groupId={groupId} />}
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <input type="text" name="name" aria-label="Nome do grupo" required maxLength={120} />{' '}
        <button type="submit" disabled={create.isPending}>
          Criar grupo
        </button>
      </form>
    </section>
  );
};

const Join = ({ token }: { token: string }) => {
  const join = useMutation({ ...queries.joinGroup.mutationOptions(), onSuccess: refresh });
  if (join.data) return <p>Você entrou em {join.data.groupName}.</p>;
  return (
    <p>
      Você recebeu um convite.{' '}
      <button type="button" disabled={join.isPending} onClick={() => join.mutate({ token })}>
        Entrar no grupo
      </button>
      {join.error && <span role="alert"> {join.error.message}</span>}
    </p>
  );
};

const Invite = ({ groupId }: { groupId: string }) => {
  const invite = useMutation(queries.createGroupInvite.mutationOptions());
  if (invite.data) {
    const link = `${location.origin}/#${new URLSearchParams({ convite: invite.data.token })}`;
    return (
      <a className="invite" href={link}>
        Copie este convite
      </a>
    );
  }
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => invite.mutate({ groupId, expiresInHours: 72, maxUses: 10 })}
    >
      Convidar
    </button>
  );
};

const Leave = ({ groupId }: { groupId: string }) => {
  const leave = useMutation({ ...queries.leaveGroup.mutationOptions(), onSuccess: refresh });
  return (
    <button type="button" className="quiet" onClick={() => leave.mutate({ groupId })}>
      Sair
    </button>
  );
};

const GroupPlaces = ({ groupId }: { groupId: string }) => {
  const { data, error } = useQuery(queries.getGroupRanking.queryOptions({ groupId }));
  if (error) return <p role="alert">{error.message}</p>;
  return data ? <Places entries={data.ranking} /> : null;
};
