import { Markdown } from '../../../ui/markdown.tsx'
import { markdownBlocks } from './markdown-blocks.ts'
import styles from './message.module.css'

type StreamingMarkdownProps = {
  text: string
  isStreaming: boolean
}

/** While text comes in, only its last block is parsed again. */
export function StreamingMarkdown({ text, isStreaming }: StreamingMarkdownProps) {
  if (!isStreaming) return <Markdown text={text} />
  return (
    <div className={styles.blocks}>
      {markdownBlocks(text).map((block, index) => (
        // Blocks only ever grow at the end, so the position is the identity.
        <Markdown key={index} text={block} />
      ))}
    </div>
  )
}
