import { partsOf, type ReplyFile, type ReplyParts } from '../shell/browser-storage.ts';
import { useStore } from '../ui/state/store.ts';

/** The service's limit for all files of a reply together. */
export const maxReplyBytes = 20 * 1_048_576;
const maxCopies = 20;
const address = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/;

/** The e-mail addresses in a text, and the parts that are no addresses. */
export const addressesIn = (text = ''): { addresses: string[]; wrong: string | undefined } => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const addresses = [...new Set(parts.map((part) => part.toLowerCase()))];
  const wrong = parts.find((part) => !address.test(part)) ?? addresses[maxCopies];
  return { addresses, wrong };
};

export const useReplyParts = (ticketId: number) => {
  const store = partsOf(ticketId);
  const { files, cc } = useStore(store);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return {
    files,
    cc,
    ...addressesIn(cc),
    bytes,
    isTooLarge: bytes > maxReplyBytes,
    add: (more: readonly ReplyFile[]) =>
      store.set((now) => ({ ...now, files: [...now.files, ...more] })),
    remove: (id: number) =>
      store.set((now) => ({ ...now, files: now.files.filter((file) => file.id !== id) })),
    setCc: (text: string) => store.set((now) => ({ ...now, cc: text })),
    /** Clears the files and the Cc for the next reply, and returns those of this one. */
    take: (): ReplyParts => {
      const taken = { files: store.get().files, cc: store.get().cc };
      store.set((now) => ({ ...now, files: [], cc: undefined }));
      return taken;
    },
  };
};
