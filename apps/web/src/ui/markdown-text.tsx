import type { ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { remarkAsWritten } from './remark-as-written.ts'

type MarkdownTextProps = {
  text: string
  /** Its lines end where its author's screen did, as those of a document do. */
  isWrapped?: boolean
}

const asDocument = [remarkGfm]
const asWritten = [remarkGfm, remarkAsWritten]
const rehypePlugins = [rehypeSanitize]

// A picture is fetched the moment it is shown, which lets a model's answer carry data away in its address.
const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? 'picture' : alt}
    </OutsideLink>
  ),
}

export function MarkdownText({ text, isWrapped = false }: MarkdownTextProps) {
  const remarkPlugins = isWrapped ? asDocument : asWritten
  return (
    <ReactMarkdown {...{ remarkPlugins, rehypePlugins, components }} skipHtml>
      {text}
    </ReactMarkdown>
  )
}

/** A heading within a message is none of the page's. */
function Heading({ children }: { children?: ReactNode }) {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  )
}

function OutsideLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  )
}
