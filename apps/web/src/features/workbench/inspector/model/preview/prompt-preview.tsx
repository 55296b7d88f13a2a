import type { GraphDocument, GraphNode, Json, PromptMessage } from '@lathe/contract'
import { initialValue, modelOf, previewPrompt, contextTokensOf } from '@lathe/graph'
import { memo, useContext, useDeferredValue } from 'react'
import { usePreferences } from '../../../../../lib/preferences.ts'
import { useWorkbenchState, useWorkbench } from '../../../workbench-context.ts'
import { FormScopeContext } from '../../fields/form-scope.ts'
import { countedMessages, modelEncoding, useTokenCount } from './use-token-count.ts'
import { VisitPicker, useNodeVisits } from '../../visits/visit-picker.tsx'
import { PreviewMessage } from './preview-message.tsx'
import styles from './preview.module.css'
import { formatCount, formatExactCount, formatPercent } from '../../../../../lib/format.ts'
import type { CountedMessage } from './tokens.worker.ts'

/** Renders the prompt with the values of a past run. */
export function PromptPreview({ messages }: { messages: readonly PromptMessage[] }) {
  const { node: id = '' } = useContext(FormScopeContext)
  const isThere = useWorkbenchState(({ document }) => Object.hasOwn(document.nodes, id))
  const { hasPromptPreview: isOpen, setPromptPreview } = usePreferences()
  // Deferred, so that typing stays responsive.
  const settled = useDeferredValue(messages)
  if (!isThere) return null

  return (
    <details
      className={styles.root}
      open={isOpen}
      onToggle={({ currentTarget }) => setPromptPreview(currentTarget.open)}
    >
      <summary className={styles.title}>Preview</summary>
      {isOpen && <Preview id={id} messages={settled} />}
    </details>
  )
}

type PreviewProps = { id: string; messages: readonly PromptMessage[] }

const Preview = memo(function Preview({ id, messages }: PreviewProps) {
  const state = useWorkbenchState(({ document }) => document.state)
  const { example } = useWorkbench()
  const visits = useNodeVisits(id)
  const previewed = previewPrompt({ state }, messages, visits.values ?? firstValues(state, example))
  const model = useWorkbenchState(({ document }) => modelAt(document, id))
  const hasMore = useWorkbenchState(({ document }) => sendsMore(document.nodes[id]))
  if (visits.isPending) return null

  return (
    <div className={styles.body}>
      {visits.runs.length > 0 && <VisitPicker nodeVisits={visits} />}
      {visits.values === undefined && (
        <p className={styles.note}>
          {visits.runs.length > 0 && 'This run did not reach this node. '}
          Shown with the initial values of the agent
          {Object.keys(example).length > 0 && ' and its example input'}.
        </p>
      )}
      {model && (
        <TokenLine model={model.name} messages={countedMessages(previewed)} hasMore={hasMore} />
      )}
      {previewed.map((message, index) => (
        <PreviewMessage
          // Messages have no id.
          key={index}
          message={message}
        />
      ))}
    </div>
  )
})

function modelAt({ nodes }: GraphDocument, id: string) {
  const node = nodes[id]
  return node && modelOf(node)
}

/** True if the call also sends tools or an output schema. */
const sendsMore = (node: GraphNode | undefined): boolean =>
  node !== undefined && ('answer' in node || ('tools' in node && (node.tools?.length ?? 0) > 0))

/** Initial values: channel defaults and the template's example. */
function firstValues(
  state: GraphDocument['state'],
  example: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const first = Object.entries(state).flatMap(([name, channel]): [string, Json][] => {
    const value = initialValue(channel)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(first), ...example }
}

type TokenLineProps = {
  model: string
  messages: readonly CountedMessage[]
  /** Whether tools and an output schema are sent too. */
  hasMore: boolean
}

/** Shows `412 tokens · 0.3 % of the 128 k that gpt-4o takes`. */
function TokenLine({ model, messages, hasMore }: TokenLineProps) {
  const { encoding, isOwn } = modelEncoding(model)
  const tokens = useTokenCount(messages, encoding)
  const context = contextTokensOf(model)
  if (tokens === undefined) return <p className={styles.tokens}>Counting tokens…</p>
  if (tokens === null) {
    return (
      <p className={styles.tokens}>Token count unavailable: the tokenizer could not be loaded.</p>
    )
  }
  const share = context === null ? null : tokens / context
  const tokenizerNote = isOwn
    ? `Counted with ${encoding}, the tokenizer of ${model}`
    : `Counted with ${encoding} because the tokenizer of ${model} is unknown`

  return (
    <p className={styles.tokens} title={tokenizerNote}>
      {!isOwn && 'about '}
      <span title={formatExactCount(tokens)}>{formatCount(tokens)}</span> tokens
      {hasMore && ' without tools and schemas'}
      {share !== null && (
        <>
          {' · '}
          <meter
            className={styles.meter}
            min={0}
            max={1}
            value={Math.min(1, share)}
            aria-label="Share of the context window"
          />{' '}
          {formatPercent(share)} of the {formatCount(context)} {model} takes
        </>
      )}
      {share === null && ` · context window of ${model} unknown`}
    </p>
  )
}
