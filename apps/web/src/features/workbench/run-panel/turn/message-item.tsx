import { memo, useMemo } from 'react'
import { roleNames } from '../../../../lib/values/messages.ts'
import { parseIfJson } from '../../../../lib/values/parse-json.ts'
import { JsonView } from '../../../../ui/json/json-view.tsx'
import { findTaskElement } from '../../../../lib/run-view/reduce-steps.ts'
import type { MessageView } from '../../../../lib/run-view/run-view.ts'
import { useNodeTitle } from '../../called-agents.ts'
import { Element } from './live-lines.tsx'
import styles from './message.module.css'
import { useTurn } from '../../run/run-store.ts'
import { ToolCallItem } from './tool-call-item.tsx'
import { Markdown } from '../../../../ui/messages/markdown.tsx'

type MessageItemProps = {
  id: string
}

/** Subscribes to one message, so that tokens of other messages cause no render. */
export const MessageItem = memo(function MessageItem({ id }: MessageItemProps) {
  const message = useTurn((state) => state.view.messages[id])
  const isLive = useTurn((state) => state.view.endedAt === null)
  if (!message) return null

  const isStreaming = message.message === null && isLive
  const calls = message.message?.toolCalls ?? []
  const { text, reasoning, role, toolArgs } = message
  return (
    <article className={styles.message} data-role={role}>
      <MessageAuthor role={role} node={message.node} taskId={message.taskId} />
      {reasoning !== '' && (
        <details className={styles.reasoning}>
          <summary>{isStreaming && text === '' ? 'Thinking…' : 'Thoughts'}</summary>
          <p>{reasoning}</p>
        </details>
      )}
      {text !== '' && <MessageText text={text} isStreaming={isStreaming} />}
      {message.message?.isRefusal && <p className={styles.cut}>The model refused to answer.</p>}
      {isStreaming && toolArgs !== '' && <pre className={styles.arguing}>{toolArgs}</pre>}
      {message.message === null && !isLive && <p className={styles.cut}>The answer was cut off.</p>}
      {calls.map((call) => (
        <ToolCallItem key={call.id} id={call.id} request={call} />
      ))}
    </article>
  )
})

/** Structured output is shown as JSON. */
function MessageText({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const value = useMemo(() => (isStreaming ? text : parseIfJson(text)), [text, isStreaming])
  if (typeof value !== 'string') return <JsonView label="Answer" value={value} />
  if (text.startsWith('{')) return <pre className={styles.arguing}>{text}</pre>
  return <StreamingMarkdown text={text} isStreaming={isStreaming} />
}

type MessageAuthorProps = Pick<MessageView, 'role' | 'node' | 'taskId'>

function MessageAuthor({ role, node, taskId }: MessageAuthorProps) {
  const title = useNodeTitle(node)
  const element = useTurn(({ view }) => findTaskElement(view, taskId))
  return (
    <p className={styles.speaker}>
      {role === 'assistant' ? title : role === 'user' ? 'You' : roleNames[role]}
      {role === 'assistant' && element !== null && <Element text={element} />}
    </p>
  )
}

type StreamingMarkdownProps = {
  text: string
  isStreaming: boolean
}

/** While text streams in, only its last block is parsed again. */
function StreamingMarkdown({ text, isStreaming }: StreamingMarkdownProps) {
  if (!isStreaming) return <Markdown text={text} />
  return (
    <div className={styles.blocks}>
      {markdownBlocks(text).map((block, index) => (
        // Blocks grow only at the end, so the index is the key.
        <Markdown key={index} text={block} />
      ))}
    </div>
  )
}

const FENCE = /^\s{0,3}(`{3,}|~{3,})/

/**
 * Splits text at blank lines outside code fences, so that only the last part of a growing text is
 * parsed again.
 */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  let fence: string | undefined

  for (const line of text.split('\n')) {
    const fenceMarker = FENCE.exec(line)?.[1]
    if (fenceMarker && fence === undefined) fence = fenceMarker
    else if (fenceMarker && fence !== undefined && fenceMarker.startsWith(fence)) fence = undefined
    if (line.trim() === '' && fence === undefined) {
      if (lines.length > 0) blocks.push(lines.join('\n'))
      lines = []
    } else {
      lines.push(line)
    }
  }
  if (lines.length > 0) blocks.push(lines.join('\n'))
  return blocks
}
