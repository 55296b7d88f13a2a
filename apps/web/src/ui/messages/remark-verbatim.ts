/** The parts of a Markdown node that this plugin reads. */
type Node = { type: string; value?: string; children?: Node[] }

/** Remark plugin that keeps line breaks and shows HTML tags, such as those in prompts, as text. */
export const remarkVerbatim =
  () =>
  (tree: Node): void => {
    tree.children = transformChildren(tree, tree.children ?? [])
  }

const transformChildren = (parent: Node, children: readonly Node[]): Node[] =>
  children.flatMap((node) => {
    if (node.type === 'text') return splitLines(node.value ?? '')
    if (node.type === 'html') return htmlAsText(parent, node.value ?? '')
    if (node.children) node.children = transformChildren(node, node.children)
    return node
  })

function htmlAsText(parent: Node, html: string): Node[] {
  if (!BLOCKS.has(parent.type)) return /^<br *\/?>$/i.test(html) ? [BREAK] : splitLines(html)
  return [{ type: 'paragraph', children: splitLines(html) }]
}

const BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])
const BREAK = { type: 'break' }

const splitLines = (text: string): Node[] =>
  text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [BREAK] : []), { type: 'text', value: line }])
