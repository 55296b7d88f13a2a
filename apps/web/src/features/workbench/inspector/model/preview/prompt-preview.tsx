import type { GraphDocument, GraphNode, Json, PromptMessage } from '@lathe/contract'
import { nodeModel } from '@lathe/nodes'
import {
  initialValue,
  previewPrompt,
  contextTokens,
  type PreviewMessage as Previewed,
  type TemplatePart,
} from '@lathe/graph'
import { memo, useContext, useDeferredValue } from 'react'
import { usePreferences } from '../../../../../lib/browser/preferences.ts'
import { useWorkbenchState, useWorkbench } from '../../../workbench-context.ts'
import { FormScopeContext } from '../../fields/form-scope.ts'
import { countedMessages, modelEncoding, useTokenCount } from './use-token-count.ts'
import { VisitPicker, useNodeVisits } from '../../visits/visit-picker.tsx'
import styles from './preview.module.css'
import { formatCount, formatExactCount, formatPercent } from '../../../../../lib/format/format.ts'
import type { CountedMessage } from './tokens.worker.ts'
import { messagePictures, roleNames, messageText } from '../../../../../lib/values/messages.ts'
import { readConversation } from '../../../../../lib/values/read-conversation.ts'
import { Picture } from '../../../../../ui/pictures/picture.tsx'

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
  return node && nodeModel(node)
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
  const context = contextTokens(model)
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

/** A message of the prompt as the model receives it. */
function PreviewMessage({ message }: { message: Previewed }) {
  switch (message.type) {
    case 'broken':
      return <p className={styles.note}>Cannot be parsed: {message.problem}</p>
    case 'conversation':
      return <Conversation {...message} />
    default:
      return (
        <section className={styles.message} data-left-out={message.isLeftOut || undefined}>
          <p className={styles.role}>
            {roleNames[message.role]}
            {message.isLeftOut && ' · blank, so it is omitted'}
          </p>
          <p className={styles.text}>
            {message.parts.map((part, index) => (
              // The parts have no id.
              <Part key={index} part={part} />
            ))}
          </p>
          {message.images.map((image, index) => (
            <p key={index} className={styles.picture}>
              <Picture name={`Picture ${index + 1}`} url={image} />
            </p>
          ))}
        </section>
      )
  }
}

const MOST_SHOWN = 20_000

/** Long documents would make typing slow. The token count includes the hidden rest. */
const clipped = (text: string) =>
  text.length <= MOST_SHOWN
    ? text
    : `${text.slice(0, MOST_SHOWN)}… and ${formatCount(text.length - MOST_SHOWN)} more characters`

function Part({ part: { text, name, isMissing } }: { part: TemplatePart }) {
  if (name === null) return clipped(text)
  if (isMissing || text === '') {
    return (
      <span className={styles.missing} data-missing={isMissing || undefined}>
        {name} {isMissing ? 'is missing' : 'is empty'}
      </span>
    )
  }
  return (
    <span className={styles.value} title={name}>
      {clipped(text)}
    </span>
  )
}

function Conversation({ channel, value }: Extract<Previewed, { type: 'conversation' }>) {
  const messages = readConversation(value)
  if (messages === null) {
    return <p className={styles.note}>{channel} does not contain messages.</p>
  }
  if (messages.length === 0) return <p className={styles.note}>{channel} contains no messages.</p>
  return messages.map((message, index) => (
    <section key={message.id ?? index} className={styles.message}>
      <p className={styles.role}>
        {roleNames[message.role]} · from {channel}
      </p>
      {messageText(message) !== '' && (
        <p className={styles.text}>{clipped(messageText(message))}</p>
      )}
      {messagePictures(message).map((url, place) => (
        <p key={place} className={styles.picture}>
          <Picture name={`Picture ${place + 1}`} url={url} />
        </p>
      ))}
      {message.toolCalls?.map((call) => (
        <p key={call.id} className={styles.call}>
          {call.name}({JSON.stringify(call.args)})
        </p>
      ))}
    </section>
  ))
}
