// A plugin of Stryker: what is logged, and the text of errors that nobody outside sees, may change without a test noticing.

interface Node {
  type: string;
  callee?: Node;
  object?: Node;
  property?: Node;
  name?: string;
}

interface Path {
  node: Node;
}

const logMethods = new Set(['debug', 'info', 'warn', 'error']);

/** `log.warn(…)`, `ctx.log.warn(…)`, and `new Error(…)` itself; its subclasses carry codes. */
const isUnobserved = ({ type, callee }: Node): boolean => {
  if (type === 'NewExpression') return callee?.name === 'Error';
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  const receiver = object?.type === 'MemberExpression' ? object.property?.name : object?.name;
  return receiver === 'log' && logMethods.has(property?.name ?? '');
};

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'logs',
    value: {
      shouldIgnore: ({ node }: Path) =>
        isUnobserved(node) ? 'a log line or a message' : undefined,
    },
  },
];
