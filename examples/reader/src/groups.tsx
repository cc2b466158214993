import type { MyGroup } from '@leitor/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { invitation, queries, queryClient } from './leitor.ts';
import { Loaded } from './loaded.tsx';
import { Places } from './ranking.tsx';

const refresh = () => queries.invalidate(queryClient);

/** The reader's groups, their rankings and invitations, and a form for a new group. */
export const Groups = () => {
  const query = useQuery(queries.listMyGroups.queryOptions());
  const create = useMutation({ ...queries.createGroup.mutationOptions(), onSuccess: refresh });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate({ name: String(new FormData(event.currentTarget).get('name')) });
    event.currentTarget.reset();
  };
  return (
    <section id="groups">
      <h2>Meus grupos</h2>
      {invitation && <Join token={invitation} />}
      <Loaded query={query}>
        {(groups) =>
          groups.length === 0 ? (
            <p>Você ainda não está em nenhum grupo.</p>
          ) : (
            <ul>
              {groups.map((group) => (
                <Group key={group.groupId} group={group} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <form onSubmit={submit}>
        <label htmlFor="group-name">Nome de um grupo novo</label>
        <input type="text" id="group-name" name="name" required maxLength={120} />
        <button type="submit" disabled={create.isPending}>
          Criar grupo
        </button>
        {create.error && <p role="alert">{create.error.message}</p>}
      </form>
    </section>
  );
};

const Group = ({ group: { groupId, groupName, memberCount, role } }: { group: MyGroup }) => {
  const [isShown, setShown] = useState(false);
  return (
    <li>
      {groupName}, {memberCount} {memberCount === 1 ? 'leitor' : 'leitores'}{' '}
      <button
        type="button"
        className="quiet"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        Ranking
      </button>{' '}
      {role === 'owner' ? <Invite groupId={groupId} /> : <Leave groupId={groupId} />}
      {isShown && <GroupPlaces groupId={groupId} />}
    </li>
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
    <>
      <button
        type="button"
        className="quiet"
        disabled={invite.isPending}
        onClick={() => invite.mutate({ groupId, expiresInHours: 72, maxUses: 10 })}
      >
        Convidar
      </button>
      {invite.error && <span role="alert"> {invite.error.message}</span>}
    </>
  );
};

const Leave = ({ groupId }: { groupId: string }) => {
  const leave = useMutation({ ...queries.leaveGroup.mutationOptions(), onSuccess: refresh });
  return (
    <>
      <button
        type="button"
        className="quiet"
        disabled={leave.isPending}
        onClick={() => leave.mutate({ groupId })}
      >
        Sair do grupo
      </button>
      {leave.error && <span role="alert"> {leave.error.message}</span>}
    </>
  );
};

const GroupPlaces = ({ groupId }: { groupId: string }) => {
  const query = useQuery(queries.getGroupRanking.queryOptions({ groupId }));
  return <Loaded query={query}>{({ ranking }) => <Places entries={ranking} />}</Loaded>;
};
