import type { RankingEntry } from '@leitor/sdk';
import { useQuery } from '@tanstack/react-query';
import { queries } from './leitor.ts';

/** The ranking around the reader. */
export const Ranking = () => {
  const { data, error } = useQuery(queries.getMyRanking.queryOptions({ around: 3 }));
  return (
    <section id="ranking">
      <h2>Ranking ao meu redor</h2>
      {error && <p role="alert">{error.message}</p>}
      {data?.position === null && <p>Leia uma edição para entrar no ranking.</p>}
      {data && data.position !== null && (
        <>
          <p>
            <span className="big">{data.position}º</span> de {data.of}
          </p>
          <Places entries={data.entries} mine={data.position} />
        </>
      )}
    </section>
  );
};

/** Rows of a ranking; that of the reader stands out. */
export const Places = ({ entries, mine }: { entries: RankingEntry[]; mine?: number }) => (
  <table>
    <thead>
      <tr>
        <th>Lugar</th>
        <th>Leitor</th>
        <th>Sequência</th>
        <th>Recorde</th>
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
