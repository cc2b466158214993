import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Attachments } from './attachments.tsx';
import { queryClient, ticketId } from './leitor.ts';
import { Reply } from './reply.tsx';
import { Report } from './report.tsx';
import { Tags } from './tags.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Tags />
    <Attachments ticketId={ticketId} />
    <Reply ticketId={ticketId} />
    <Report />
  </QueryClientProvider>,
);
