import type { RankingEntry } from '@leitor/sdk';
import { useQuery } from '@tanstack/react-query';
import { queries } from './leitor.ts';
import { Loaded } from './loaded.tsx';

/** The ranking around the reader. */
export const Ranking = () => {
  const query = useQuery(queries.getMyRanking.queryOptions({ around: 3 }));
  return (
    <section id="ranking">
      <h2>Ranking ao meu redor</h2>
      <Loaded query={query}>
        {({ position, of, entries }) =>
          position === null ? (
            <p>Leia uma edição para entrar no ranking.</p>
          ) : (
            <>
              <p>
                <span className="big">{position}º</span> de {of}
              </p>
              <Places entries={entries} mine={position} />
              <p>
                Uma sequência perdida ainda aparece aqui por até 7 dias depois da última atividade.
              </p>
            </>
          )
        }
      </Loaded>
    </section>
  );
};

/** Rows of a ranking; that of the reader stands out. */
export const Places = ({ entries, mine }: { entries: RankingEntry[]; mine?: number }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Lugar</th>
        <th scope="col">Leitor</th>
        <th scope="col">Sequência</th>
        <th scope="col">Recorde</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ position, displayName, email, currentStreak, maxStreak }) => (
        <tr key={`${position} ${email}`} className={position === mine ? 'me' : ''}>
          <td>{position}º</td>
          <td>{displayName}</td>
          <td>{currentStreak}</td>
          <td>{maxStreak}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
