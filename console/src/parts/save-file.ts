/** Lets the browser save a file. */
export const saveFile = (name: string, contents: Blob): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  // Once the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
};
