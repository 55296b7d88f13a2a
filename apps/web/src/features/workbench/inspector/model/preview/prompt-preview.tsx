import type { GraphDocument, GraphNode, Json, PromptMessage } from '@lathe/contract'
import { initialValue, modelOf, previewPrompt } from '@lathe/graph'
import { memo, useContext, useDeferredValue } from 'react'
import { usePreferences } from '../../../../../lib/preferences.ts'
import { useBench, useWorkbench } from '../../../workbench-context.ts'
import { FormScopeContext } from '../../fields/form-scope.ts'
import { countedMessages } from './counted-messages.ts'
import { PastPicker } from '../../past/past-picker.tsx'
import { PreviewMessage } from './preview-message.tsx'
import styles from './preview.module.css'
import { TokenLine } from './token-line.tsx'
import { usePastState } from '../../past/use-past-state.ts'

/** What the prompt says with the values of a past run, rendered as a run renders it. */
export function PromptPreview({ messages }: { messages: readonly PromptMessage[] }) {
  const { node: id = '' } = useContext(FormScopeContext)
  const isThere = useBench(({ document }) => Object.hasOwn(document.nodes, id))
  const { hasPromptPreview: isOpen, setPromptPreview } = usePreferences()
  // Whoever types need not wait for it.
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
  const state = useBench(({ document }) => document.state)
  const { example } = useWorkbench()
  const past = usePastState(id)
  const previewed = previewPrompt({ state }, messages, past.values ?? firstValues(state, example))
  const model = useBench(({ document }) => modelAt(document, id))
  const hasMore = useBench(({ document }) => sendsMore(document.nodes[id]))
  if (past.isPending) return null

  return (
    <div className={styles.body}>
      {past.runs.length > 0 && <PastPicker past={past} />}
      {past.values === undefined && (
        <p className={styles.note}>
          {past.runs.length > 0 && 'This run did not get to this node. '}
          Shown with what the agent starts with
          {Object.keys(example).length > 0 && ' and its example input'}.
        </p>
      )}
      {model && (
        <TokenLine model={model.name} messages={countedMessages(previewed)} hasMore={hasMore} />
      )}
      {previewed.map((message, index) => (
        <PreviewMessage
          // Messages have no identity but their place.
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

/** Tools and the schema of an answer. */
const sendsMore = (node: GraphNode | undefined): boolean =>
  node !== undefined && ('answer' in node || ('tools' in node && (node.tools?.length ?? 0) > 0))

/** Before any run: what channels start with, and what the agent's template is shown with. */
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
