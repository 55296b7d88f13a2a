/** The parts of a Markdown node that this plugin reads. */
type Node = { type: string; value?: string; children?: Node[] }

/** Remark plugin that keeps line breaks and shows HTML tags, such as those in prompts, as text. */
export const remarkVerbatim =
  () =>
  (tree: Node): void => {
    tree.children = childrenOf(tree, tree.children ?? [])
  }

const childrenOf = (parent: Node, children: readonly Node[]): Node[] =>
  children.flatMap((node) => {
    if (node.type === 'text') return inLines(node.value ?? '')
    if (node.type === 'html') return writtenOut(parent, node.value ?? '')
    if (node.children) node.children = childrenOf(node, node.children)
    return node
  })

function writtenOut(parent: Node, html: string): Node[] {
  if (!BLOCKS.has(parent.type)) return /^<br *\/?>$/i.test(html) ? [BREAK] : inLines(html)
  return [{ type: 'paragraph', children: inLines(html) }]
}

const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])
const BREAK = { type: 'break' }

const inLines = (text: string): Node[] =>
  text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [BREAK] : []), { type: 'text', value: line }])
