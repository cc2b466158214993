import { useEffect, useState } from 'react';
import { uiTexts } from '../texts.ts';
import { roughly } from './time.ts';

/** The present moment in milliseconds, as of the last tick. */
export const useNow = (tickMs: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
};

/** The age of the shown data, such as `há 2 min`. `at` is the `dataUpdatedAt` of a query. */
export const Age = ({ at }: { at: number }) => {
  const now = useNow(10_000);
  if (at === 0) return null;
  const seconds = Math.max(0, now - at) / 1_000;
  return (
    <span className="small">{seconds < 60 ? uiTexts.now : uiTexts.age(roughly(seconds))}</span>
  );
};
