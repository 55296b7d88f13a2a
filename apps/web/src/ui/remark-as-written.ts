/** Of a Markdown tree what is looked at here. */
type Node = { type: string; value?: string; children?: Node[] }

/** Messages are shown as they were written: each line by itself, and the tags that part a prompt as the text they are. */
export const remarkAsWritten =
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
