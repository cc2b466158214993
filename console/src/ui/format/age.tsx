import { useEffect, useState } from 'react';
import { uiTexts } from '../texts.ts';
import { roughly } from './time.ts';

/** The age of the shown data, such as `há 2 min`. `at` is the `dataUpdatedAt` of a query. */
export const Age = ({ at }: { at: number }) => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (at === 0) return null;
  const seconds = Math.max(0, now - at) / 1_000;
  return (
    <span className="small muted">
      {seconds < 60 ? uiTexts.now : uiTexts.age(roughly(seconds))}
    </span>
  );
};
