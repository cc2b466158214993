import type { Step } from '../ui/state/machine.ts';

/** The largest file that the service accepts, in bytes. */
const maxFileBytes = 10 * 1_048_576;

export interface Upload {
  files: readonly File[];
  /** True if the files were pasted into the reply's box. */
  isPasted: boolean;
}

export interface Uploading {
  /** The share of the upload that was sent; undefined if no upload is running. */
  share: number | undefined;
  waiting: readonly Upload[];
}

export const nothingUploaded: Uploading = { share: undefined, waiting: [] };

export type UploadEvent =
  | { type: 'given'; upload: Upload }
  | { type: 'progressed'; share: number }
  /** The upload was attached or failed. */
  | { type: 'ended' };

export type UploadEffect =
  | { do: 'send'; upload: Upload }
  /** Reports that a file is too large. */
  | { do: 'refuse'; name: string };

/** The next state of uploads, which are sent one after another. */
export const uploading = (
  { share, waiting }: Uploading,
  event: UploadEvent,
): Step<Uploading, UploadEffect> => {
  switch (event.type) {
    case 'given': {
      const { upload } = event;
      if (upload.files.length === 0) return [{ share, waiting }, []];
      const large = upload.files.find(({ size }) => size > maxFileBytes);
      if (large) return [{ share, waiting }, [{ do: 'refuse', name: large.name }]];
      if (share !== undefined) return [{ share, waiting: [...waiting, upload] }, []];
      return [{ share: 0, waiting }, [{ do: 'send', upload }]];
    }
    case 'progressed':
      return [{ share: event.share, waiting }, []];
    case 'ended': {
      const [upload, ...rest] = waiting;
      if (!upload) return [nothingUploaded, []];
      return [{ share: 0, waiting: rest }, [{ do: 'send', upload }]];
    }
  }
};
