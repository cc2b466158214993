import { fullMoment, shortMoment } from './time.ts';

/** A moment, with all of it when it is pointed at. */
export const Moment = ({ at, text }: { at: string; text?: string }) => (
  <time dateTime={at} title={fullMoment(at)}>
    {text ?? shortMoment(at)}
  </time>
);
