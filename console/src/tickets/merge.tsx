import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useDryRun, useRead, write } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { Counted } from '../ui/actions.tsx';
import { Check, type Fields, Input } from '../ui/form.tsx';
import { StatusBadge } from './badges.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts } from './texts.ts';

const { merge: texts, noSubject } = ticketTexts;

/**
 * The ticket that stays, one of the same reader's, one that looks alike or any other, and a count
 * of what moves to it.
 */
export const Merge = ({ ticket: { id } }: { ticket: OpenTicket }) => {
  const [into, setInto] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const isNumber = /^[1-9]\d{0,8}$/.test(into);
  const asked = { fromId: id, intoId: Number(into), differentRequesters: isAgreed };
  const count = useDryRun('tickets.merge', { ...asked, dryRun: true }, isNumber);
  const mustAgree = isAgreed || failureOf(count.error)?.errorCode === 'requesters-differ';
  const candidates = useRead('tickets.mergeCandidates', { id }).data?.items;
  const named = useQuery({
    ...read('tickets.get', { id: asked.intoId }),
    enabled: isNumber && !candidates?.some((other) => other.id === asked.intoId),
    retry: false,
  }).data;
  return (
    <>
      {candidates?.length ? (
        <fieldset className="stack">
          <legend className="small">{texts.candidates}</legend>
          {candidates.map((other) => (
            <label key={other.id} className="check">
              <input
                type="radio"
                name="proposed"
                checked={into === String(other.id)}
                onChange={() => setInto(String(other.id))}
              />
              <span className="clip">{other.subject || noSubject}</span>
              <span className="faint">#{other.id}</span>
              {!other.sameRequester && (
                <span className="small clip">{other.requesterName ?? other.requesterEmail}</span>
              )}
              <StatusBadge status={other.status} />
            </label>
          ))}
        </fieldset>
      ) : null}
      <Input
        label={texts.into}
        name="into"
        inputMode="numeric"
        required
        autoComplete="off"
        value={into}
        onChange={setInto}
      />
      {named && <p className="small">{named.subject || noSubject}</p>}
      {mustAgree && (
        <Check label={texts.different} name="different" checked={isAgreed} onChange={setAgreed} />
      )}
      <Counted query={count}>
        {({ total, records }) => (
          <>
            <input type="hidden" name="expected" value={total} />
            {texts.warning(total, asked.intoId)}
            <ul>
              {records.map((moved) => (
                <li key={moved.kind}>
                  {moved.count} {texts.kinds[moved.kind] ?? moved.kind}
                </li>
              ))}
            </ul>
          </>
        )}
      </Counted>
    </>
  );
};

/** Merges a ticket into the one that the fields name. Resolves to its id. */
export const mergeInto = async (
  fromId: number,
  { into, different, expected }: Fields,
): Promise<number> => {
  const intoId = Number(into);
  await write('tickets.merge', {
    fromId,
    intoId,
    dryRun: false,
    expected: Number(expected),
    differentRequesters: different !== undefined,
  });
  return intoId;
};
