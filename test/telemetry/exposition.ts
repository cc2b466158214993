/** A scrape of `/metrics`. */
export type Exposition = ReturnType<typeof parseExposition>;

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

/** Parses the Prometheus text format; throws at the first line that is not valid. */
export const parseExposition = (text: string) => {
  const samples: { name: string; labels: Record<string, string>; value: number }[] = [];
  /** The types of the declared metric families, by name. */
  const families = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, announced, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    if (announced && type) families.set(announced, type);
    if (line === '' || line.startsWith('# ')) continue;
    const [, name, labels = '', value] = sampleLine.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    samples.push({ name, labels: parseLabels(labels), value: Number(value) });
  }
  return {
    samples,
    families,
    /** The sum of the samples with this name and these labels; 0 if there are none. */
    sum: (name: string, wanted: Record<string, string> = {}): number =>
      samples
        .filter((sample) => sample.name === name)
        .filter(({ labels }) =>
          Object.entries(wanted).every(([key, value]) => labels[key] === value),
        )
        .reduce((total, { value }) => total + value, 0),
  };
};

const parseLabels = (text: string): Record<string, string> => {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const at = label.lastIndex;
    const [, name, escaped] = label.exec(text) ?? [];
    if (name === undefined || escaped === undefined) {
      throw new Error(`not labels: ${text.slice(at)}`);
    }
    labels[name] = escaped.replaceAll(/\\(.)/g, (_all, c) => (c === 'n' ? '\n' : c));
  }
  return labels;
};

/** Scrapes a service. */
export const readMetrics = async (app: { internalUrl: string }): Promise<Exposition> => {
  const response = await fetch(`${app.internalUrl}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  return parseExposition(await response.text());
};
