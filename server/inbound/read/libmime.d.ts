declare module 'libmime' {
  interface Parsed {
    value: string | false;
    params: Record<string, string>;
  }
  const libmime: { parseHeaderValue(value: string): Parsed };
  export default libmime;
}
