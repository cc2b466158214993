import { Check } from '../parts/page.tsx';
import { replyTexts as texts } from '../texts/reply.ts';

/** Whether a reply leaves as a mail, and what happens else. */
export const ByMail = ({
  hasAddress,
  checked,
  onChange,
}: {
  hasAddress: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) => {
  if (!hasAddress) return <span className="small">{texts.noAddress}</span>;
  return (
    <>
      <Check label={texts.byMail} checked={checked} onChange={onChange} />
      {!checked && <span className="small">{texts.notByMail}</span>}
    </>
  );
};
