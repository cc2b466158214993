import { write } from '../api/client.ts';
import { Actions } from '../parts/actions.tsx';
import { Check, Field } from '../parts/page.tsx';
import { ticketTexts as texts } from '../texts/tickets.ts';
import { conditionsOf, type Filter } from './filter.ts';

/** Saves the filter of the address as a view, one's own or the team's. */
export const SaveView = ({ filter }: { filter: Filter }) => (
  <Actions
    actions={[
      {
        text: texts.views.save,
        confirm: texts.views.saveButton,
        asks: (
          <>
            <Field label={texts.views.name}>
              <input name="name" required maxLength={60} autoComplete="off" />
            </Field>
            <Check label={texts.views.shared} name="shared" />
          </>
        ),
        done: texts.views.saved,
        run: ({ name = '', shared }) =>
          write('views.save', {
            name,
            shared: shared !== undefined,
            filter: conditionsOf(filter),
            sort: filter.sort,
          }),
      },
    ]}
  />
);
