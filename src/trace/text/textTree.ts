// A tree of lines, drawn with branches.

export interface TextNode {
  readonly line: string;
  readonly children: readonly TextNode[];
}

export function leaf(line: string): TextNode {
  return { line, children: [] };
}

/** Not recursive: a transaction may be a long chain of receipts. */
export function drawTree(root: TextNode, dim: (text: string) => string): string {
  const lines: string[] = [];
  const waiting = [{ node: root, first: '', rest: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, first, rest } = next;
    lines.push(`${first === '' ? '' : dim(first)}${node.line}`);
    const last = node.children.length - 1;
    for (let i = last; i >= 0; i--) {
      const child = node.children[i] as TextNode;
      const isLast = i === last;
      waiting.push({
        node: child,
        first: `${rest}${isLast ? '└─ ' : '├─ '}`,
        rest: `${rest}${isLast ? '   ' : '│  '}`,
      });
    }
  }
  return `${lines.join('\n')}\n`;
}
