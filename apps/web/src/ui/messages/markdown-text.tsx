import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'

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

type MarkdownTextProps = {
  text: string
  /** Whether the author hard-wrapped the lines, as in a document. */
  isWrapped?: boolean
}

const documentPlugins = [remarkGfm]
const verbatimPlugins = [remarkGfm, remarkVerbatim]
const rehypePlugins = [rehypeSanitize]

// Rendering a picture would fetch it, and the URL in a model's answer could leak data.
const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  img: ({ src, alt }) => (
    <ExternalLink href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? 'picture' : alt}
    </ExternalLink>
  ),
}

export function MarkdownText({ text, isWrapped = false }: MarkdownTextProps) {
  const remarkPlugins = isWrapped ? documentPlugins : verbatimPlugins
  return (
    <ReactMarkdown {...{ remarkPlugins, rehypePlugins, components }} skipHtml>
      {text}
    </ReactMarkdown>
  )
}

/** Headings inside a message must not appear in the page's outline. */
function Heading({ children }: { children?: ReactNode }) {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  )
}

function ExternalLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  )
}
