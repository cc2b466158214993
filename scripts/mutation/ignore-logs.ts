// A plugin of Stryker: what is logged, the text of errors that nobody outside sees, and what a schema says of itself in documents may
// change without a test noticing.

interface Node {
  type: string;
  callee?: Node;
  object?: Node;
  property?: Node;
  properties?: readonly Node[];
  consequent?: Node;
  alternate?: Node | null;
  expression?: Node;
  key?: Node;
  name?: string;
}

interface Path {
  node: Node;
  parent?: Node;
}

const logMethods = new Set(['debug', 'info', 'warn', 'error']);

/** `log.warn(…)`, `ctx.log.warn(…)`, and `new Error(…)` itself; its subclasses carry codes. */
const isUnobserved = ({ type, callee, consequent, alternate, expression }: Node): boolean => {
  if (type === 'NewExpression') return callee?.name === 'Error';
  if (type === 'ExpressionStatement') return expression !== undefined && isUnobserved(expression);
  // `if (…) log.warn(…)`
  if (type === 'IfStatement')
    return !alternate && consequent?.type === 'ExpressionStatement' && isUnobserved(consequent);
  if (type !== 'CallExpression' || callee?.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  const receiver = object?.type === 'MemberExpression' ? object.property?.name : object?.name;
  return receiver === 'log' && logMethods.has(property?.name ?? '');
};

/** `{ cause: … }` of an error, which is only logged. */
const isCause = ({ type, properties }: Node): boolean =>
  type === 'ObjectExpression' && properties?.length === 1 && properties[0]?.key?.name === 'cause';

/** The text of `schema.describe('…')`. */
const isDescription = ({ node, parent }: Path): boolean =>
  node.type === 'StringLiteral' && parent?.callee?.property?.name === 'describe';

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'logs',
    value: {
      shouldIgnore: (path: Path) =>
        isUnobserved(path.node) || isCause(path.node) || isDescription(path)
          ? 'a log line or a message'
          : undefined,
    },
  },
];
