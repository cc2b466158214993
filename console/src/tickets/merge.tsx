import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, useDryRun, useRead } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { Counted } from '../ui/actions.tsx';
import { Check, Input } from '../ui/form.tsx';
import { Moment } from '../ui/page.tsx';
import { StatusBadge } from './badges.tsx';
import type { OpenTicket } from './conversation/thread.ts';
import { ticketTexts } from './texts.ts';
import styles from './ticket.module.css';

const { merge: texts, noSubject } = ticketTexts;

/**
 * Asks into which ticket to merge: one of the same reader, a similar one or any other. It shows what moves.
 */
export const Merge = ({
  ticket: { id },
  isWriting,
}: {
  ticket: OpenTicket;
  isWriting: () => boolean;
}) => {
  const [carries] = useState(isWriting);
  const [into, setInto] = useState('');
  const [isAgreed, setAgreed] = useState(false);
  const isNumber = /^[1-9]\d{0,8}$/.test(into);
  const asked = { fromId: id, intoId: Number(into), differentRequesters: isAgreed };
  const count = useDryRun('tickets.merge', { ...asked, dryRun: true }, isNumber);
  const mustAgree = isAgreed || failureOf(count.error)?.errorCode === 'requesters-differ';
  const candidates = useRead('tickets.mergeCandidates', { id }).data?.items;
  const isProposed = candidates?.some((other) => other.id === asked.intoId);
  const named = useQuery({
    ...read('tickets.get', { id: asked.intoId }),
    enabled: isNumber && !isProposed,
    retry: false,
  }).data;
  return (
    <>
      {candidates?.length ? (
        <fieldset className={styles.candidates}>
          <legend>{texts.candidates}</legend>
          {candidates.map((other) => (
            <label key={other.id} className="check">
              <input
                type="radio"
                name="proposed"
                checked={into === String(other.id)}
                onChange={() => setInto(String(other.id))}
              />
              <span>
                <span>{other.subject || noSubject}</span>
                <span className="line small">
                  <StatusBadge status={other.status} />
                  <span>#{other.id}</span>
                  <Moment at={other.createdAt} />
                  {!other.sameRequester && (
                    <span className="clip">{other.requesterName ?? other.requesterEmail}</span>
                  )}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <Input
        label={texts.into}
        name="into"
        inputMode="numeric"
        required
        value={into}
        onChange={setInto}
      />
      {named && !isProposed && <p className="small">{named.subject || noSubject}</p>}
      {mustAgree && (
        <Check label={texts.different} name="different" checked={isAgreed} onChange={setAgreed} />
      )}
      <Counted query={count} expected="total">
        {({ total }) => texts.warning(total, asked.intoId)}
      </Counted>
      {carries && <p>{texts.carries}</p>}
    </>
  );
};
